import { HeaderAction } from '@trove/ui/actions/header-action'
import { keepFocus } from '@trove/ui/base/kept-focus'
import { Bone } from '@trove/ui/feedback/skeletons'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { TalentIcon } from '@trove/ui/icons/places'
import { FailedIcon, VerifiedIcon, WaitingIcon } from '@trove/ui/icons/states'
import { ChipList } from '@trove/ui/inputs/chip-list'
import { PageHeader } from '@trove/ui/layout/page-header'
import type { DataColumn } from '@trove/ui/lists/data-table'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import classes from '../desk.module.css'
import { DeskTable } from '../desk-table.tsx'
import { FilterChips } from '../filters/filter-chips.tsx'
import { nameOf } from '../name-of.ts'
import { StaffOnly } from '../staff-only.tsx'
import { OpenAct, SubjectLine, useActWords } from './act-case.tsx'
import { type Act, type ActFilter, useActs } from './staff-queries.ts'
import { useActChips, useActFilter } from './use-act-filter.ts'

/** An act as a row: its number is what it is known by. */
type ActRow = Act & { id: string }

const columnsOf = (t: TFunction, actWords: (act: string) => string): DataColumn<ActRow>[] => [
  { id: 'act', label: t('desk.acts.act'), cell: ({ act }) => <span className={classes.title}>{actWords(act)}</span> },
  { id: 'subject', label: t('desk.acts.about'), cell: (act) => <SubjectLine act={act} />, phone: 'line' },
  {
    id: 'reason',
    label: t('desk.acts.reason'),
    cell: ({ reasonName, reason }) =>
      reason ? <span className={classes.twoLines}>{reasonName ?? reason}</span> : undefined,
    twoLinesEm: 18,
  },
  { id: 'by', label: t('desk.acts.by'), cell: ({ operator }) => nameOf(operator), phone: 'line' },
  {
    id: 'at',
    label: t('desk.acts.when'),
    cell: ({ at }) => <time dateTime={at}>{formatMoment(at)}</time>,
    phone: 'line',
  },
  { id: 'no', label: t('desk.acts.no'), cell: ({ no }) => no, isNumber: true },
]

/** How the last check found the record. */
function Wholeness({ brokenAt, checkedAt }: { brokenAt: string | null; checkedAt: string | null }) {
  const { t } = useTranslation()
  if (!checkedAt) return <StatusBadge tone="sky" icon={WaitingIcon} label={t('desk.acts.unchecked')} />
  const when = formatMoment(checkedAt)
  if (brokenAt === null)
    return (
      <div className={classes.whole}>
        <StatusBadge tone="jade" icon={VerifiedIcon} label={t('desk.acts.whole', { when })} />
      </div>
    )
  return (
    <div role="alert" className={classes.broken}>
      <StatusBadge tone="coral" icon={FailedIcon} label={t('desk.acts.broken', { number: brokenAt })} />
      <p>{t('desk.acts.brokenText', { when })}</p>
    </div>
  )
}

/** As high as the badge, so that the list stays where it is when that comes. */
function WholenessBone() {
  return (
    <div className={classes.whole} data-waits>
      <Bone width={220} height={26} />
    </div>
  )
}

function Acts() {
  const { t } = useTranslation()
  const { filter, set } = useActFilter()
  const { actWords } = useActWords()
  const { list, items, first } = useActs(filter)
  const pages = { list, items: items.map((act) => ({ ...act, id: act.no })), first }
  const chips = useActChips(filter, items)
  return (
    <>
      {first && <Wholeness brokenAt={first.brokenAt} checkedAt={first.checkedAt} />}
      {list.isPending && <WholenessBone />}
      <FilterChips says={chips.map(({ name, value }) => `${name} ${value}`)} />
      <ChipList
        label={t('market.filter.active')}
        items={chips}
        onRemove={(id) => set(id as keyof ActFilter, undefined)}
      />
      <DeskTable
        label={t('titles.actDesk')}
        pages={pages}
        empty={{ title: t('desk.acts.none') }}
        columns={columnsOf(t, actWords)}
        panel={(no, close) => <OpenAct key={no} pages={pages} no={no} filter={filter} onFilter={set} onClose={close} />}
      />
    </>
  )
}

/** What the staff did: who, what, to what, when and why, newest first, and whether the record is whole. */
export default function ActDesk() {
  const { t } = useTranslation()
  return (
    <div className={classes.page} ref={keepFocus}>
      <PageHeader
        title={t('titles.actDesk')}
        lead={t('desk.acts.lead')}
        actions={
          <HeaderAction
            kind="quiet"
            action={{ label: t('titles.staffDesk'), icon: <TalentIcon size={18} />, href: paths.staffDesk() }}
          />
        }
      />
      <StaffOnly of="owner">
        <Acts />
      </StaffOnly>
    </div>
  )
}
