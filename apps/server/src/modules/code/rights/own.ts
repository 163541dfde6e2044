import type { Db } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { RightsChain } from '../model/rights-chain.ts'
import { type AnchorNeeds, blockOf, restartOthers, titleOf } from './anchoring.ts'
import * as own from './own-store.ts'
import type { CertificateRow } from './store.ts'

/**
 * Authors who anchor by an account of their own. They sign in their browser; the server signs nothing and takes no word of
 * theirs for it. The commitment holds a salt that only the author is shown, and the title names the work: so who signed both
 * is who the author named. All of it is read from the chain's finalised state.
 */

/** Looks what became of versions that their authors anchor. */
export async function followAuthors(needs: AnchorNeeds): Promise<void> {
  const { db, chain } = needs
  if (!(await own.hasOpen(db))) return
  await restartOthers(needs)
  const genesisHash = await chain.getGenesisHash()
  let failed: unknown
  for (const row of await own.listOpen(db)) {
    const commitment = chain.commitmentOf(row.address, row.contentHash, row.salt)
    // One that cannot be read holds up no other.
    const standing = await standingOf(chain, row, commitment).catch((error: unknown) => {
      failed = error
      return undefined
    })
    await own.noteLook(db, row, standing && { standing, commitment, genesisHash })
  }
  await own.takeOverLeft(db)
  if (failed) throw failed
}

/** What is new of a version; undefined when nothing is. */
async function standingOf(
  chain: RightsChain,
  row: own.OwnRow,
  commitment: string,
): Promise<own.OwnStanding | undefined> {
  const work = await chain.findWork(row.contentHash)
  // The title is signed by who revealed it, and names the version: a record of another one is not this one's.
  if (work?.address === row.address && work.title === titleOf(row.workId, row.number))
    return {
      state: 'revealed',
      // Another commitment of theirs to the same content was never read here, nor is its salt known.
      isCommitmentSeen: row.committedBlock === work.committedBlock,
      committed: await committedBlock(chain, row, work.committedBlock),
      revealed: await blockOf(chain, work.revealedBlock),
    }
  const block = await chain.findCommitment(row.address, commitment)
  // A later commitment that was revealed before the author's gives way to it.
  if (work && (block === undefined || work.committedBlock <= block))
    return { state: 'earlier', address: work.address, block: work.committedBlock }
  if (block === (row.committedBlock ?? undefined)) return undefined
  return block === undefined
    ? { state: 'waiting' }
    : { state: 'committed', committed: await committedBlock(chain, row, block) }
}

/** A node does not have the blocks of some days ago: what was noted of the commitment stands. */
async function committedBlock(chain: RightsChain, row: own.OwnRow, number: number) {
  const { committedHash: hash, committedAt: at } = row
  return row.committedBlock === number && hash ? { number, hash, at } : await blockOf(chain, number)
}

/** Links the account by which a person anchors their works, or none. */
export async function linkAccount(db: Db, userId: string, address: string | undefined): Promise<void> {
  await inTransaction(db, (tx) => own.linkAccount(tx, userId, address))
}

/**
 * What the author of a version has to sign next; null when it is not theirs to sign, or nothing is left. `linked` is the
 * account by which they anchor now.
 */
export async function nextToSign(chain: RightsChain | undefined, row: CertificateRow, linked: string | undefined) {
  const { state, isOwn, contentHash, salt } = row
  const account = isOwn ? row.address : linked
  if (!chain || !account) return null
  const sign = { account, commitment: chain.commitmentOf(account, contentHash, salt), salt }
  if (isOwn && state === 'waiting') return { step: 'commit' as const, ...sign }
  if (isOwn && state === 'committed') return { step: 'reveal' as const, ...sign }
  // One that came too late, or was left to the market, still holds its deposit. Without the chain nobody can tell.
  const block = await chain.findCommitment(account, sign.commitment).catch(() => undefined)
  return block === undefined ? null : { step: 'release' as const, ...sign }
}
