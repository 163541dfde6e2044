import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { ChipList } from '@trove/ui/inputs/chip-list'
import type { DataColumn } from '@trove/ui/lists/data-table'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatCalendarDay } from '../../../lib/shown/format.ts'
import { useListUrl } from '../../../market/list/list-url.ts'
import { DeskTable } from '../desk-table.tsx'
import { IN_ONE_ORDER } from '../filters/case-filter.ts'
import { type Difference, useDifferences } from '../queries.ts'
import { DifferenceCase, differenceLook, sideWords } from './difference-case.tsx'

const DAY = 'day'
const FIELDS = [DAY]

const columnsOf = (t: TFunction): DataColumn<Difference>[] => [
  { id: 'kind', label: t('desk.bills.title'), cell: ({ kind }) => t(`desk.bills.kinds.${kind}`) },
  {
    id: 'movement',
    label: t('desk.bills.movement'),
    cell: ({ movement }) => (movement ? t(`desk.bills.movements.${movement}`) : undefined),
    phone: 'line',
  },
  { id: 'number', label: t('desk.columns.number'), cell: ({ number }) => number, phone: 'line' },
  {
    id: 'ours',
    label: t('desk.bills.ours'),
    cell: ({ movement, ourAmount }) => (movement ? sideWords(t, ourAmount) : undefined),
    isNumber: true,
    phone: 'named',
  },
  {
    id: 'theirs',
    label: t('desk.bills.theirs'),
    cell: ({ movement, billAmount }) => (movement ? sideWords(t, billAmount) : undefined),
    isNumber: true,
    phone: 'named',
  },
  { id: 'day', label: t('desk.bills.day'), cell: ({ day }) => formatCalendarDay(day) },
  {
    id: 'state',
    label: t('desk.columns.state'),
    cell: (difference) => <StatusBadge {...differenceLook(t, difference)} />,
    phone: 'line',
  },
]

/** The same text where it is a day of the calendar. The contract's own rule would bring the whole of Zod with it. */
function dayOf(text: string | undefined): string | undefined {
  const at = new Date(`${text}T00:00:00Z`)
  return text && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(`${text}T`) ? text : undefined
}

/** Of which day's bill alone, as the address says it; what is no day is none. */
function useDay() {
  const { filter, change } = useListUrl(FIELDS, IN_ONE_ORDER)
  return { day: dayOf(filter[DAY]), takeAway: () => change({ [DAY]: undefined }, true) }
}

/** Where Alipay's bill and our books disagree: those that are open, or all. */
export function Differences({ view }: { view: 'open' | 'all' }) {
  const { t } = useTranslation()
  const { day, takeAway } = useDay()
  const pages = useDifferences(view, day)
  const name = t('desk.bills.day')
  const chip = day && { id: DAY, name, value: formatCalendarDay(day), removeLabel: t('market.filter.remove', { name }) }
  const empty = day
    ? {
        title: t('desk.bills.noneOn', { day: formatCalendarDay(day) }),
        next: { value: 'days', label: t('desk.bills.views.days') },
      }
    : { title: t('desk.bills.none'), text: t('desk.bills.noneText') }
  return (
    <>
      <ChipList label={t('market.filter.active')} items={chip ? [chip] : []} onRemove={takeAway} />
      <DeskTable
        label={t('titles.billDesk')}
        pages={pages}
        empty={empty}
        columns={columnsOf(t)}
        panel={(id, close) => <DifferenceCase key={id} id={id} pages={pages} onClose={close} />}
      />
    </>
  )
}
