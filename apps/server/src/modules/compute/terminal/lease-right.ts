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
