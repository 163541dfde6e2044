import { TRANSFERS_PER_PERSON } from '@trove/contract/compute/machine/files'
import { ContractError } from '@trove/contract/errors/codes'
import type { TicketFor } from '../../../platform/tickets.ts'
import { endOfRight, type LeaseRightDeps, watchRight } from '../terminal/lease-right.ts'
import type { TerminalStore, TerminalSubject } from '../terminal/store.ts'

const TICK_MS = 5_000
/** A file of which nothing moves for so long is given up: the person or the machine is gone. */
const STILL_MS = 120_000

export type TransferDeps = LeaseRightDeps & { store: TerminalStore }

/** One file on its way. */
export type Transfer = {
  /** Passes pieces on, and takes each as a sign of life. */
  watch(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer>
  /** What to do when it has to stop: session, lease or server end, or nothing moves. */
  onCut(stop: () => void): void
  /** @throws compute.access-denied when session or lease are over by now */
  requireRight(): Promise<void>
  end(): void
}

/** Files on their way in this process: counted with those of all processes, and cut when their right ends. */
export function createTransfers(deps: TransferDeps) {
  const cuts = new Set<() => void>()

  return {
    /** @throws compute.transfer-limit */
    async begin(right: TicketFor<TerminalSubject>): Promise<Transfer> {
      const { userId, sessionId, subject } = right
      const countedId = await deps.store.open(userId, subject.offerId, 'transfer')
      if (!countedId) throw new ContractError('compute.transfer-limit', { most: TRANSFERS_PER_PERSON })
      let movedAtMs = Date.now()
      let stop: (() => void) | undefined
      let isCut = false
      const cut = () => {
        isCut = true
        stop?.()
      }
      const of = { sessionId, orderId: subject.orderId }
      const findEnd = watchRight(deps, of)
      async function tick(): Promise<void> {
        if (Date.now() - movedAtMs > STILL_MS || (await findEnd())) return cut()
        // Untouched for a while it is swept; the next tick tries again.
        await deps.store.touch(countedId!).catch(() => undefined)
      }
      const ticker = setInterval(() => void tick().catch(cut), TICK_MS)
      cuts.add(cut)
      return {
        async *watch(content) {
          for await (const piece of content) {
            movedAtMs = Date.now()
            yield piece
          }
        },
        onCut(wanted) {
          stop = wanted
          if (isCut) wanted()
        },
        async requireRight() {
          if (await endOfRight(deps, of)) throw new ContractError('compute.access-denied')
        },
        end() {
          clearInterval(ticker)
          cuts.delete(cut)
          // Left behind, it falls silent and is swept.
          deps.store.close(countedId).catch(() => undefined)
        },
      }
    },
    /** Cuts all of them; call when the server stops. */
    stop(): void {
      for (const cut of cuts) cut()
    },
  }
}

export type Transfers = ReturnType<typeof createTransfers>
