/** What Trove keeps of what an order costs, in thousandths (decision 50: nothing for now). */
const FEE_PER_MILLE = 0n

/** Trove's fee on an amount, in fen, rounded down: for parts of an order, of the sum so far less that of the sum before. */
export function feeOn(amountFen: bigint): bigint {
  return (amountFen * FEE_PER_MILLE) / 1000n
}
