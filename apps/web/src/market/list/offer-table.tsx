import { type ColumnSort, DataTable } from '@trove/ui/lists/data-table'
import { useTranslation } from 'react-i18next'
import type { ColumnFace, ListFace } from './face.ts'
import { type ListUrl, PICKS_MOST } from './list-url.ts'

/** A press on a heading sorts by it, a second one the other way round where the list has that order, else as usual again. */
export function sortOf(
  sorts: ColumnFace<never>['sorts'],
  url: Pick<ListUrl, 'sort' | 'setSort'>,
): ColumnSort | undefined {
  const ways = (['asc', 'desc'] as const).filter((way) => sorts?.[way])
  if (!sorts || ways.length === 0) return undefined
  const now = ways.findIndex((way) => sorts[way] === url.sort)
  const next = ways[now + 1]
  return { direction: ways[now], onSort: () => url.setSort((next && sorts[next]) ?? '') }
}

type OfferTableProps<Offer extends { id: string }> = { face: ListFace<Offer>; url: ListUrl; offers: Offer[] }

/** Offers as rows of a table that sorts by any column the server can sort by. */
export function OfferTable<Offer extends { id: string }>({ face, url, offers }: OfferTableProps<Offer>) {
  const { t } = useTranslation()
  return (
    <DataTable
      label={face.label}
      columns={face.columns.map(({ sorts, ...column }) => ({ ...column, sort: sortOf(sorts, url) }))}
      rows={offers}
      idOf={({ id }) => id}
      hrefOf={({ id }) => face.offerPath(id)}
      pick={
        face.comparePath && {
          picked: new Set(url.picked),
          most: PICKS_MOST,
          onPick: url.pick,
          label: (offer) => t('market.compare.pick', { name: face.nameOf(offer) }),
        }
      }
    />
  )
}
