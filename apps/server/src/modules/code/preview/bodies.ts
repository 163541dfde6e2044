import { holding } from '@trove/git-server/pack/held'
import type { CodeParts } from '../model/needs.ts'
import { orTooLarge } from '../versions/refusals.ts'
import { bodyOf, openVersion } from './read-version.ts'

type Body = Awaited<ReturnType<typeof bodyOf>>
type Wanted = { workId: string; number: number; oid: string; ownerId: string }

/** Beginnings of files that were read last. */
const HELD_BYTES = 16 * 2 ** 20

/**
 * Reads the beginnings of files in the turns of the vault: once, however many ask at the same time in this process.
 * It fails with ContractError `service.unavailable` when too many wait, or `code.version-too-large`.
 */
export function createBodies(needs: Pick<CodeParts, 'db' | 'blobs' | 'inTurn'>) {
  const held = holding<string, Body>(HELD_BYTES, ({ body }) => body.length)
  const underWay = new Map<string, Promise<Body>>()
  const read = async ({ workId, number, oid, ownerId }: Wanted, key: string) => {
    const body = await needs.inTurn(`reading:${ownerId}`, () =>
      orTooLarge(async () => bodyOf((await openVersion(needs, workId, number)).objects, oid)),
    )
    held.put(key, body)
    return body
  }
  return async (wanted: Wanted): Promise<Body> => {
    const key = `${wanted.workId}:${wanted.oid}`
    const known = held.get(key)
    if (known) return known
    const found = underWay.get(key) ?? read(wanted, key).finally(() => underWay.delete(key))
    underWay.set(key, found)
    return await found
  }
}
