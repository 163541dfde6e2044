import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { DiffersIcon, FailedIcon, SuccessIcon, WaitingIcon } from '@trove/ui/icons/states'
import type { DataColumn } from '@trove/ui/lists/data-table'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { RowTable } from '../../../lib/lists/panel-table.tsx'
import { formatCalendarDay, formatCount } from '../../../lib/shown/format.ts'
import classes from '../desk.module.css'
import { EmptyCases } from '../filters/empty-cases.tsx'
import { type Day, useDays } from '../queries.ts'

type DayRow = Day & { id: string }

const LOOKS = {
  waiting: { tone: 'amber', icon: WaitingIcon },
  parked: { tone: 'coral', icon: FailedIcon },
  done: { tone: 'jade', icon: SuccessIcon },
  absent: { tone: 'neutral', icon: FailedIcon },
} as const

/** The reason of a day whose bill is not there yet; its state says the same. */
const ABSENT = 'absent'

/** What its bill showed; nothing while it was not compared. */
function found(t: TFunction, { state, openCount, differenceCount }: Day) {
  if (openCount > 0)
    return <StatusBadge tone="coral" icon={DiffersIcon} label={t('desk.bills.openCount', { amount: openCount })} />
  if (differenceCount > 0) return t('desk.bills.settledCount', { amount: differenceCount })
  return state === 'done' ? t('desk.bills.agrees') : undefined
}

const columnsOf = (t: TFunction): DataColumn<DayRow>[] => [
  { id: 'day', label: t('desk.bills.day'), cell: ({ day }) => formatCalendarDay(day) },
  {
    id: 'state',
    label: t('desk.columns.state'),
    cell: ({ state }) => <StatusBadge {...LOOKS[state]} label={t(`desk.bills.states.${state}`)} />,
    phone: 'line',
  },
  { id: 'found', label: t('desk.bills.title'), cell: (day) => found(t, day), phone: 'line' },
  {
    id: 'why',
    label: t('desk.parked.words'),
    cell: ({ reason }) => (reason && reason !== ABSENT ? <code lang="en">{reason}</code> : undefined),
    twoLinesEm: 16,
    phone: 'named',
  },
  {
    id: 'lines',
    label: t('desk.bills.lines'),
    cell: ({ lineCount }) => (lineCount === null ? undefined : formatCount(lineCount)),
    isNumber: true,
    phone: 'named',
  },
]

/** Day by day whether its bill came and what it showed; each leads to its differences. */
export function Days() {
  const { t } = useTranslation()
  const { list, items, first } = useDays()
  return (
    <div className={classes.list}>
      <RowTable
        label={t('desk.bills.views.days')}
        pages={{ list, items: items.map((day) => ({ ...day, id: day.day })), first }}
        countText={(count) => t('desk.count', { count })}
        empty={<EmptyCases title={t('desk.bills.noDays')} text={t('desk.bills.noDaysText')} />}
        columns={columnsOf(t)}
        hrefOf={({ day }) => paths.billDesk({ view: 'all', day })}
      />
    </div>
  )
}
