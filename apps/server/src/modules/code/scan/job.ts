import { ContractError } from '@trove/contract/errors/codes'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { CodeParts } from '../model/needs.ts'
import { openVersion } from '../preview/read-version.ts'
import { orTooLarge } from '../versions/refusals.ts'
import { scanVersion } from './scan-version.ts'
import { findCopies, keepReport, listUnscanned, type Unscanned } from './store.ts'

const SWEEP_SECONDS = 60
/** Scans of one sweep; what is left goes on with the next. */
const AT_ONCE = 50

/** Scans each version that came, in the turns of its author. */
export function defineScan(needs: CodeParts): void {
  needs.jobs.every('code.scan', SWEEP_SECONDS, async () => {
    let failed: unknown
    for (const version of await listUnscanned(needs.db, AT_ONCE)) {
      // One that fails holds up no other; it is tried again with the next sweep.
      await scan(needs, version).catch((error: unknown) => {
        if (!(error instanceof ContractError && error.code === 'service.unavailable')) failed = error
      })
    }
    if (failed) throw failed
  })
}

const NOTHING = { fileCount: 0, isWhole: false, places: [], manifests: [], oids: [] }

async function scan(needs: CodeParts, version: Unscanned): Promise<void> {
  const { workId, number, ownerId } = version
  const read = () =>
    orTooLarge(async () => {
      const { objects, version: opened } = await openVersion(needs, workId, number)
      return await scanVersion(objects, opened!)
    })
  const { oids, ...found } = await needs.inTurn(`reading:${ownerId}`, read).catch((error: unknown) => {
    // Nobody can look inside it either; its report says that nothing was looked at.
    if (error instanceof ContractError && error.code === 'code.version-too-large') return NOTHING
    throw error
  })
  const copies = await findCopies(needs.db, ownerId, oids)
  await inTransaction(needs.db, (tx) => keepReport(tx, version, { ...found, copies }, oids))
}
