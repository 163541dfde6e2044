import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/addresses/paths.ts'
import { currentLanguage } from '../../lib/session/language.ts'
import { useSession } from '../../lib/session/session.ts'
import { moneyText } from '../../lib/shown/money.ts'
import { SEARCH_DELAY_MS, useDelayed } from '../../lib/shown/use-delayed.ts'
import { FINDS_MOST, type Find } from '../../market/palette/face.ts'
import { findSources, orderFaces } from '../entries/market-faces.ts'
import { routeTable } from '../routes/route-table.ts'
import { findPages } from './page-finds.ts'

/** `isOld`: found for words that were typed before, and in sight only until those of now are found. */
export type FindGroup = { label: string; finds: Find[]; isOld: boolean }

/** One letter of the Latin alphabet matches nearly everything; one Chinese character may be a word. */
const isEnough = (words: string) => words.length > 1 || /\p{Script=Han}/u.test(words)

/** Orders of one's own by their number or the other side's name. */
async function findOrders(words: string): Promise<Find[]> {
  const asked = orderFaces.flatMap((face) =>
    (['consume', 'profit'] as const).map(async (side) => {
      const { content } = await face.list(side, { name: words, page: 0, size: FINDS_MOST })
      return content.map((order) => ({ ...order, kind: face.kind }))
    }),
  )
  const found = (await Promise.all(asked)).flat()
  const newest = found.toSorted((one, other) => other.cstCreate.localeCompare(one.cstCreate))
  return newest.slice(0, FINDS_MOST).map(({ id, kind, outTradeNo, totalAmount }) => ({
    path: paths.order({ id }, { kind }),
    label: outTradeNo,
    hint: moneyText(totalAmount),
  }))
}

/**
 * What was found for the words, by kind: pages at once, goods and orders when the last key was a moment ago. `isMissing`: at
 * least one of them could not be asked.
 */
export function useFinds(typed: string): { groups: FindGroup[]; isBusy: boolean; isMissing: boolean } {
  const { t } = useTranslation()
  const { state } = useSession()
  const words = useDelayed(typed.trim(), SEARCH_DELAY_MS)
  const enabled = isEnough(words)
  const language = currentLanguage()
  const goods = useQuery({
    queryKey: ['palette', 'goods', language, words],
    queryFn: () => Promise.allSettled(findSources.map((source) => source.find(words))),
    enabled,
    placeholderData: keepPreviousData,
  })
  const orders = useQuery({
    queryKey: ['palette', 'orders', words],
    queryFn: () => findOrders(words),
    enabled: enabled && state === 'signed-in',
    retry: false,
  })
  const pages = findPages(routeTable, typed, { state, titleOf: (title) => t(`titles.${title}`) })
  const answers = enabled ? (goods.data ?? []) : []
  const isWaiting = words !== typed.trim()
  const groups: FindGroup[] = [
    { label: t('palette.pages'), finds: pages.slice(0, FINDS_MOST + 1), isOld: false },
    ...findSources.map(({ title }, i) => {
      const answer = answers[i]
      const finds = answer?.status === 'fulfilled' ? answer.value : []
      return { label: t(`titles.${title}`), finds, isOld: isWaiting || goods.isPlaceholderData }
    }),
    { label: t('palette.orders'), finds: enabled ? (orders.data ?? []) : [], isOld: isWaiting },
  ]
  return {
    groups: groups.filter(({ finds }) => finds.length > 0),
    isBusy: isWaiting || goods.isFetching || orders.isFetching,
    isMissing: enabled && (orders.isError || answers.some(({ status }) => status === 'rejected')),
  }
}
