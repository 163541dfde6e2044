import { CountUp } from '@trove/ui/feedback/count-up'
import { formatYuan } from '@trove/units/money'
import { fenOf, moneyText } from './money.ts'

/** A sum of yuan that counts to its new value when it changes. */
export function CountedSum({ amount }: { amount: string }) {
  return <CountUp value={Number(fenOf(amount))} format={(fen) => moneyText(formatYuan(BigInt(Math.round(fen))))} />
}
