import { formatYuan } from '@trove/units/money'
import { fenOf } from '../../../../lib/shown/money.ts'

export type Facts = {
  views: number
  gets: number
  sales: number
  soldAmount: string
  returns: number
  returnedAmount: string
}

const amountOf = (days: Facts[], key: 'soldAmount' | 'returnedAmount') =>
  formatYuan(days.reduce((sum, day) => sum + fenOf(day[key]), 0n))

/** What several days brought together; amounts to the fen. */
export function sumOf(days: Facts[]): Facts {
  const count = (key: 'views' | 'gets' | 'sales' | 'returns') => days.reduce((sum, day) => sum + day[key], 0)
  return {
    ...{ views: count('views'), gets: count('gets'), sales: count('sales'), returns: count('returns') },
    soldAmount: amountOf(days, 'soldAmount'),
    returnedAmount: amountOf(days, 'returnedAmount'),
  }
}

/**
 * How many of a hundred looks ended with having it, to one decimal. Undefined without looks, and where more was obtained
 * than looked at: whoever clones by an address they know opens no page.
 */
export function conversionOf({ views, gets, sales }: Pick<Facts, 'views' | 'gets' | 'sales'>): number | undefined {
  return views > 0 && gets + sales <= views ? Math.round((1000 * (gets + sales)) / views) / 10 : undefined
}
