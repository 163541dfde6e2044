import type { Access } from '../access/service.ts'

export type LeaseRightDeps = {
  access: Access
  /** Whether the session is still valid. */
  isSessionOpen(sessionId: string): Promise<boolean>
}

/** Why what a ticket opened has to close now; undefined as long as the session and the lease last. */
export async function endOfRight(
  { access, isSessionOpen }: LeaseRightDeps,
  { sessionId, orderId }: { sessionId: string; orderId: string },
): Promise<'signed-out' | 'lease-ended' | undefined> {
  if (!(await isSessionOpen(sessionId))) return 'signed-out'
  return (await access.isOpen(orderId)) ? undefined : 'lease-ended'
}

/** Without an answer for so long nobody knows whether it may stay open. */
const UNSEEN_MS = 30_000

/**
 * Looks for that end again and again. A look that fails says nothing: a database that starts anew for a moment puts nobody out.
 * @returns one look; `lost` when none of them had an answer for half a minute
 */
export function watchRight(
  deps: LeaseRightDeps,
  of: { sessionId: string; orderId: string },
): () => Promise<Awaited<ReturnType<typeof endOfRight>> | 'lost'> {
  let seenAtMs = performance.now()
  return async () => {
    try {
      const end = await endOfRight(deps, of)
      seenAtMs = performance.now()
      return end
    } catch {
      return performance.now() - seenAtMs > UNSEEN_MS ? 'lost' : undefined
    }
  }
}
