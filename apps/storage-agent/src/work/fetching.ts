import { FileDamaged } from '@trove/stored-file/bytes'
import { DiskFull } from '../disk/copy.ts'
import { fetchCopy, restoreCopy } from '../gateway/fetch-copy.ts'
import { NotThere, Unavailable } from '../gateway/gateway.ts'
import type { OrderRow } from '../journal/orders.ts'
import { drop, putOff } from './joining.ts'
import type { NodeNeeds } from './needs.ts'

/** Files that are fetched at the same time. */
const AT_ONCE = 2
/** Tries after which an order that nobody counts on this node for is left, or put off while the gateway is away. */
const MOST_TRIES = 12
/** The same while the gateway says that it has no such file: about fifteen blocks in which it may still come. */
const MOST_ABSENT_TRIES = 4
const LONGEST_WAIT_BLOCKS = 64
/** Blocks until a volume that is not there is looked for again. */
const MISSING_BLOCKS = 5

/** Fetches beside the rounds, so that a slow line never keeps a proof waiting. */
export function createFetching(needs: NodeNeeds) {
  const { journal, volumes, source, log } = needs
  const running = new Map<number, Promise<void>>()
  let isStopped = false

  async function fetchOne(row: OrderRow, block: number): Promise<void> {
    // No byte is written where its disk is not: the files would lie on the system's.
    if (!(await volumes.isThere(row.volume!))) {
      journal.orders.note(row.id, { nextBlock: block + MISSING_BLOCKS })
      return
    }
    const copy = volumes.copyOf(row.volume!, row)
    try {
      if (row.isDamaged) await copy.doubt()
      if (!(await copy.isWhole()) && !(await restoreCopy(row, copy))) {
        const missing = row.sizeBytes - (await copy.countBytes())
        if (!(await volumes.hasSpace(row.volume!, missing))) throw new DiskFull(row.volume!)
        await fetchCopy(row, source, copy)
      }
      const whole = { isDamaged: false, tries: 0, nextBlock: 0 }
      if (!journal.orders.move(row.id, ['fetching'], 'checked', whole)) journal.orders.note(row.id, whole)
      log('info', 'file.whole', { order: row.id, bytes: row.sizeBytes })
    } catch (error) {
      if (!isStopped) await answer(row, error as Error, block)
    }
  }

  async function answer(row: OrderRow, error: Error, block: number): Promise<void> {
    const { step } = journal.orders.find(row.id) ?? row
    log('warn', 'file.not-fetched', { order: row.id, tries: row.tries, reason: error.message })
    if (step === 'fetching' && error instanceof FileDamaged) return await drop(needs, row, 'wrong-file')
    // A disk is freed again, and a gateway that is away comes back: the order may still look for nodes then.
    const later = block + LONGEST_WAIT_BLOCKS
    if (step === 'fetching' && error instanceof DiskFull) return await putOff(needs, row, 'disk-full', later)
    const most = error instanceof NotThere ? MOST_ABSENT_TRIES : MOST_TRIES
    const isAway = error instanceof Unavailable && !(error instanceof NotThere)
    if (step === 'fetching' && row.tries >= most)
      return isAway ? await putOff(needs, row, 'unavailable', later) : await drop(needs, row, 'unavailable')
    if (!(error instanceof Unavailable || error instanceof FileDamaged || error instanceof DiskFull))
      log('error', 'file.fault', { order: row.id, reason: error.stack })
    const wait = Math.min(2 ** row.tries, LONGEST_WAIT_BLOCKS)
    journal.orders.note(row.id, { tries: row.tries + 1, nextBlock: block + wait })
  }

  return {
    /** Begins what is to be fetched and not yet under way; orders that failed before come after those that did not. */
    kick(block: number): void {
      const orders = journal.orders.list(['fetching']).toSorted((a, b) => a.tries - b.tries)
      const rows = [...journal.orders.listDamaged(), ...orders]
      for (const row of rows) {
        if (isStopped || running.size >= AT_ONCE) return
        if (running.has(row.id) || row.nextBlock > block || !row.volume) continue
        const task = fetchOne(row, block)
          // A disk or a journal that fails here must not end the process, which may run other nodes.
          .catch((error: Error) => log('error', 'fetch.fault', { order: row.id, reason: error.stack }))
          .finally(() => running.delete(row.id))
        running.set(row.id, task)
      }
    },
    async stop(): Promise<void> {
      isStopped = true
      await Promise.allSettled(running.values())
    },
  }
}
