import type { MinerChain } from '@trove/chain-client/miner/chain'
import { ChainUnreachable } from '@trove/chain-client/reading/connection'
import type { ServerAccount } from '@trove/chain-client/server-keys'
import { BLOCKS_PER_DAY } from '@trove/contract/chain/routes'
import { FRAME_BYTES } from '@trove/stored-file/frames'
import { createMarkers } from '../disk/markers.ts'
import { createVolumes, type Volume } from '../disk/volumes.ts'
import { passCheck } from '../gateway/check.ts'
import { createGateway } from '../gateway/gateway.ts'
import { serveReads } from '../gateway/reads.ts'
import { openJournal } from '../journal/journal.ts'
import { HOLDING } from '../journal/orders.ts'
import type { Log } from '../log/log.ts'
import { createFetching } from '../work/fetching.ts'
import { acceptOrders, findOrders } from '../work/joining.ts'
import { keepBooks, withdraw } from '../work/keeping.ts'
import { beMember, resign } from '../work/membership.ts'
import { type Moment, type NodeNeeds, readPace } from '../work/needs.ts'
import type { Policy } from '../work/policy.ts'
import { createProver } from '../work/prover.ts'
import { giveProofs } from '../work/proving.ts'
import { createSender } from '../work/sender.ts'
import { createSettling } from '../work/settling.ts'
import { forgetHeight, isFarBehind } from './heights.ts'

export type NodeOptions = {
  /** Where the journal lies. */
  folder: string
  volumes: Volume[]
  account: ServerAccount
  gatewayUrl: string
  policy: Policy
  peer: string
  settleFees: bigint
  isResigning: boolean
}

/** How long single proofs and calls stay in the journal: a week. */
const KEPT_BLOCKS = 7 * BLOCKS_PER_DAY

/** One storage node of an agent. */
export type StorageNode = ReturnType<typeof nodeOf>

/**
 * Opens a node on its folder; `start` sets it to work.
 * @throws FolderInUse when another agent works there, VolumeTaken when a volume is another node's
 */
export async function openNode(chain: MinerChain, options: NodeOptions, log: Log): Promise<StorageNode> {
  const journal = openJournal(options.folder)
  try {
    const aborter = new AbortController()
    const { account, peer, policy, settleFees } = options
    const markers = createMarkers(account.address, journal)
    await markers.requireOwn(options.volumes.map(({ folder }) => folder))
    const needs: NodeNeeds = {
      ...{ account, peer, policy, settleFees, chain, journal, log },
      volumes: createVolumes(options.volumes, journal.orders, undefined, markers.isThere),
      prover: await createProver(),
      source: createGateway(options.gatewayUrl, aborter.signal),
      askGrant: () => passCheck({ ...options, signal: aborter.signal }),
      sender: createSender(chain, account, journal.calls, log),
    }
    return nodeOf(needs, options, aborter)
  } catch (error) {
    journal.close()
    throw error
  }
}

/** Tells the log once of each volume that went, and of one that came back. */
function createVolumeWatch({ volumes, log }: NodeNeeds): () => Promise<void> {
  let before: string[] = []
  return async () => {
    const missing = await volumes.listMissing()
    for (const folder of missing) if (!before.includes(folder)) log('error', 'volume.missing', { folder })
    for (const folder of before) if (!missing.includes(folder)) log('info', 'volume.back', { folder })
    before = missing
  }
}

function nodeOf(needs: NodeNeeds, options: NodeOptions, aborter: AbortController) {
  const { chain, journal, volumes, log } = needs
  const fetching = createFetching(needs)
  const settling = createSettling(needs)
  const watchVolumes = createVolumeWatch(needs)
  let [newest, isStopped, isBehind, lastBooks, lastDue] = [0, false, false, -Infinity, -Infinity]
  let moment: Moment | undefined
  let working: Promise<void> | undefined
  let stopHeads = () => {}
  let serving: Promise<void> | undefined

  /** For the gateway's readers: from a copy that is whole, of whatever order names the file. */
  async function readFrame(cid: string, frame: number) {
    for (const { volume, isDamaged, ...ordered } of journal.orders.listKept(cid)) {
      if (volume === undefined || isDamaged) continue
      if (frame * FRAME_BYTES >= ordered.sizeBytes) continue
      const bytes = await volumes.copyOf(volume, ordered).readFrame(frame)
      if (bytes) return bytes
    }
    return undefined
  }

  /** Once a life: the chain must be the one that the journal is about. */
  async function meetChain(): Promise<void> {
    const networkId = await chain.getNetworkId()
    const known = journal.findFact('network')
    if (known === networkId) await volumes.removeOrphans(journal.orders.list(HOLDING))
    // Another chain knows none of these orders. The bytes stay until the next start: they may be ordered again.
    else if (known) {
      journal.forget()
      forgetHeight(journal)
      log('warn', 'chain.other', { networkId })
    }
    journal.setFact('network', networkId)
  }

  /**
   * Blocks come before the connection knows whose they are: a height of another chain must not count as ours.
   * @throws ChainUnreachable
   */
  async function requireOwnChain(): Promise<void> {
    if ((await chain.getNetworkId()) !== journal.findFact('network'))
      throw new ChainUnreachable('another chain answers')
  }

  /** Proofs come first: whatever else takes long, or fails, comes after them, and only a few calls of it. */
  async function round(block: number): Promise<void> {
    const isNewEpoch = !moment || block - lastBooks >= moment.pace.epochBlocks / 2
    await watchVolumes()
    moment = { block, pace: isNewEpoch || !moment ? await readPace(chain) : moment.pace }
    const { address } = needs.account
    const known = await chain.findMiner(address)
    const everyBlocks = Math.max(1, Math.floor(moment.pace.epochBlocks / 10))
    if (block - lastDue >= everyBlocks && known && known.replicas > 0) {
      await giveProofs(needs, moment)
      lastDue = block
    }
    // Who resigned does not register again.
    const miner = options.isResigning ? known : await beMember(needs, moment, known)
    if (!miner) return
    if (options.isResigning) await resign(needs, miner, moment)
    else {
      await acceptOrders(needs, moment, miner)
      await findOrders(needs, moment, miner)
    }
    fetching.kick(block)
    const isUnconfirmed = journal.orders.list(['serving']).some(({ isConfirmed }) => !isConfirmed)
    if (isNewEpoch || (isUnconfirmed && lastDue === block) || options.isResigning) {
      settling.take(await keepBooks(needs, block))
      await withdraw(needs)
      journal.proofs.prune(block - KEPT_BLOCKS)
      journal.calls.prune(block - KEPT_BLOCKS)
      journal.income.prune(block - KEPT_BLOCKS)
      lastBooks = block
    }
    await settling.settleSome(block)
  }

  async function work(): Promise<void> {
    let done = 0
    let hasMet = false
    while (!isStopped) {
      if (newest === done) return
      const block = newest
      try {
        if (chain.status() !== 'connected') await requireOwnChain()
        if (!hasMet && moment === undefined) await meetChain()
        hasMet = true
        const wasBehind = isBehind
        isBehind = isFarBehind(journal, block)
        if (!isBehind) await round(block)
        else if (!wasBehind) log('warn', 'chain.behind', { block })
      } catch (error) {
        if (isStopped) return
        if (error instanceof ChainUnreachable) log('warn', 'chain.unreachable', { reason: error.message })
        else log('error', 'round.fault', { reason: (error as Error).stack })
      }
      done = block
    }
  }

  return {
    address: needs.account.address,
    journal,
    totalBytes: volumes.totalBytes,
    listMissing: volumes.listMissing,
    /** The block of the last round, and how the chain is. */
    getState: () => ({ block: moment?.block ?? 0, chain: chain.status(), isResigning: options.isResigning }),
    start(): void {
      const { account } = needs
      serving = serveReads({ gatewayUrl: options.gatewayUrl, account, source: readFrame, log, signal: aborter.signal })
      stopHeads = chain.watchHeads(({ best }) => {
        if (best === newest || isStopped) return
        newest = best
        working ??= work().finally(() => {
          working = undefined
        })
      })
    },
    async stop(): Promise<void> {
      isStopped = true
      stopHeads()
      aborter.abort()
      await Promise.all([working, fetching.stop(), serving])
      journal.close()
    },
  }
}
