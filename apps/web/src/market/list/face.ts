import type { ProductType } from '@trove/contract/order-lists/kinds'
import type { Action } from '@trove/ui/actions/action-button'
import type { ChipItem } from '@trove/ui/inputs/chip-list'
import type { CardShape } from '@trove/ui/lists/card-skeleton'
import type { DataColumn } from '@trove/ui/lists/data-table'
import type { ComponentType, ReactNode } from 'react'
import type { Paged } from '../../lib/lists/growing-list.tsx'

/** What a market hands in so that its goods can be listed, filtered, counted and compared. The floor knows no market. */

/** Values of a filter as they stand in the address: texts, absent when not chosen. */
export type FilterValues = Record<string, string | undefined>
/** Fields of a filter: what is chosen, and a change of one of them. */
export type FieldsProps = { values: FilterValues; onChange: (field: string, value: string | undefined) => void }
/** How many match; the count is missing while it is being counted. */
export type Count = { count?: number; isUnknown?: boolean }

export type FilterFace = {
  /** Names under which values stand in the address. */
  fields: readonly string[]
  /** The fields of the filter dialog. */
  Fields: ComponentType<FieldsProps>
  useCount: (values: FilterValues) => Count
  /** Words of the button that shows so many; none when nothing matches. */
  showWords: (count: number) => string
}

/** A column of the table; `sorts` names the orders of the list that sort by it. */
export type ColumnFace<Offer> = Omit<DataColumn<Offer>, 'sort'> & { sorts?: { asc?: string; desc?: string } }

export type ListFace<Offer extends { id: string }> = FilterFace & {
  /** Under which its goods are kept as favourites, and its filter as a search. */
  kind: ProductType
  label: string
  /** Orders of the list; the first is the usual one. */
  sorts: readonly { value: string; label: string }[]
  useOffers: (filter: FilterValues, sort: string) => { list: Paged; offers: Offer[]; total?: number }
  foundWords: (total: number) => string
  /** What can be typed into its text search, said in the empty box; without, the market has none. */
  searchHint?: string
  /** The fields of the rail beside the list: all that the window of the filter has, as no button opens that one beside it. */
  Rail: ComponentType<FieldsProps>
  chips: (filter: FilterValues) => ChipItem[]
  /** The whole filter in one line. */
  summary: (filter: FilterValues) => string
  columns: readonly ColumnFace<Offer>[]
  /** `heart` stands in a corner of the card. */
  Card: ComponentType<{ offer: Offer; heart?: ReactNode }>
  /** What the cards of a filter have, for the shape in which they are awaited. */
  shapeOf: (filter: FilterValues) => CardShape
  nameOf: (offer: Offer) => string
  offerPath: (id: string) => string
  /** Where several are compared; without it none can be ticked. */
  comparePath?: (ids: string) => string
  empty: { illustration: ReactNode; title: string; text: string; action: Action }
  emptyFiltered: { title: string; text: string }
}
