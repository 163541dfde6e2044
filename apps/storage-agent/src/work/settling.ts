import { apart, MOST_CALLS } from './apart.ts'
import type { Unsettled } from './keeping.ts'
import type { NodeNeeds } from './needs.ts'

/**
 * Settles what is worth its fee, a few orders each round: first those that waited longest for their turn, so that orders
 * whose settling fails hold no other up.
 */
export function createSettling(needs: NodeNeeds) {
  const { chain, account, sender, settleFees } = needs
  /** Blocks at which an order had its turn last. */
  const turns = new Map<number, number>()
  let waiting: [id: number, openPlanck: bigint][] = []

  return {
    /** What the books say now; what stood here before is settled, or in it again. */
    take(unsettled: Unsettled): void {
      for (const id of turns.keys()) if (!unsettled.has(id)) turns.delete(id)
      const last = (id: number) => turns.get(id) ?? 0
      waiting = [...unsettled].sort(([one], [other]) => last(one) - last(other) || one - other)
    },
    async settleSome(block: number): Promise<void> {
      const [first] = waiting
      if (!first) return
      // A call about one order costs what it costs about another.
      const fee = await chain.estimateFee(chain.calls.calculateReward(first[0]), account.address)
      waiting = waiting.filter(([, openPlanck]) => openPlanck > settleFees * fee)
      for (const [id] of waiting.splice(0, MOST_CALLS)) {
        turns.set(id, block)
        await apart(needs, 'settle', id, () => sender.send('settle', chain.calls.calculateReward(id), id))
      }
    },
  }
}
