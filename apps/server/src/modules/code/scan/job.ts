import { ContractError } from '@trove/contract/errors/codes'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { reportByScan } from '../finds/report-finds.ts'
import type { CodeParts } from '../model/needs.ts'
import { openVersion } from '../preview/read-version.ts'
import { askForRights, beforeRights } from '../versions/ask-rights.ts'
import { orTooLarge } from '../versions/refusals.ts'
import { scanVersion } from './scan-version.ts'
import {
  findCopies,
  findLikes,
  findReportOf,
  keepReport,
  listOutdated,
  listUnscanned,
  postponeScan,
  type Report,
  type Unscanned,
} from './store.ts'

const SWEEP_SECONDS = 60
/** Scans of one sweep; what is left goes on with the next. */
const AT_ONCE = 50
/** Of these, scans of what was scanned by older rules. */
const AGAIN_AT_ONCE = 10

/** Scans each version that came, in the turns of its author, and then what was scanned by older rules. */
export function defineScan(needs: CodeParts): void {
  needs.jobs.every('code.scan', SWEEP_SECONDS, async () => {
    let failed: unknown
    const fresh = await listUnscanned(needs.db, AT_ONCE)
    const outdated = await listOutdated(needs.db, Math.min(AGAIN_AT_ONCE, AT_ONCE - fresh.length))
    for (const version of [...fresh, ...outdated]) {
      // One that fails holds up no other; it is tried again later.
      await scan(needs, version).catch(async (error: unknown) => {
        const hadNoTurn = error instanceof ContractError && error.code === 'service.unavailable'
        if (!hadNoTurn) failed = error
        await postponeScan(needs.db, version, !hadNoTurn)
      })
    }
    if (failed) throw failed
  })
}

const NOTHING = { fileCount: 0, isWhole: false, places: [], manifests: [], oids: [], marks: [] }

async function scan(needs: CodeParts, version: Unscanned): Promise<void> {
  const { workId, number, ownerId } = version
  const read = () =>
    orTooLarge(async () => {
      const { objects, version: opened } = await openVersion(needs, workId, number)
      return await scanVersion(objects, opened!)
    })
  const { oids, marks, ...found } = await needs.inTurn(`reading:${ownerId}`, read).catch((error: unknown) => {
    // Nobody can look inside it either; its report says that nothing was looked at.
    if (error instanceof ContractError && error.code === 'code.version-too-large') return NOTHING
    throw error
  })
  const [copies, likes] = [await findCopies(needs.db, ownerId, oids), await findLikes(needs.db, ownerId, marks)]
  await inTransaction(needs.db, async (tx) => {
    await beforeRights(tx, workId)
    const former = await findReportOf(tx, version)
    await keepReport(tx, version, { ...found, copies, likes }, { oids, marks })
    const words = former ? newPlaces(former, found) : []
    await reportByScan(tx, needs.notices, { workId, number, reason: 'secrets', words })
    await askForRights(tx, workId)
  })
}

/** Keys that newer rules find in what its author was told was free of them. */
function newPlaces(former: Report, { places }: Pick<Report, 'places'>): string[] {
  const known = new Set(former.places.map(({ kind, path, line }) => `${kind}: ${path}:${line}`))
  return places.map(({ kind, path, line }) => `${kind}: ${path}:${line}`).filter((place) => !known.has(place))
}
