import { ActionButton } from '@trove/ui/actions/action-button'
import { HeaderAction } from '@trove/ui/actions/header-action'
import { LoneLink } from '@trove/ui/actions/lone-link'
import { keepFocus } from '@trove/ui/base/kept-focus'
import { Dialog } from '@trove/ui/dialogs/dialog'
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
import { useSearch } from '../../../lib/addresses/use-search.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import classes from '../desk.module.css'
import { DeskTable } from '../desk-table.tsx'
import { FilterChips } from '../filter-chips.tsx'
import { nameOf } from '../name-of.ts'
import { StaffOnly } from '../staff-only.tsx'
import { type Act, type ActFilter, useActs } from './staff-queries.ts'

/** Words for an act and for the kind of thing it was done to; what this version does not know by its code. */
function useActWords() {
  const { t, i18n } = useTranslation()
  const wordsOf = (key: string, code: string) => (i18n.exists(key) ? t(key as 'desk.acts.names.payout-approve') : code)
  return {
    actWords: (act: string) => wordsOf(`desk.acts.names.${act.replace('.', '-')}`, act),
    kindWords: (kind: string) => wordsOf(`desk.acts.kinds.${kind}`, kind),
  }
}

/** An act as a row: its number is what it is known by. */
type ActRow = Act & { id: string }

/** Where the desk shows one thing; kinds that it only lists have no page of one. */
const PAGES: Readonly<Record<string, (id: string) => string>> = {
  certification: (id) => paths.certificationDesk({ case: id }),
  'code-slot': () => paths.slotDesk(),
  dispute: (id) => paths.disputeDesk({ case: id }),
  fault: (id) => paths.faultDesk({ case: id }),
  payout: (id) => paths.payoutDesk({ case: id }),
  refund: (id) => paths.billDesk({ view: 'refunds', case: id }),
}

/** What it was done to, in one line: its kind and its name, or its id where it has none. */
function SubjectLine({ act: { subjectKind, subjectId, subjectName } }: { act: Act }) {
  const { kindWords } = useActWords()
  return (
    <span className={classes.oneLine}>
      <span className={classes.kind}>{kindWords(subjectKind)}</span> {subjectName ?? subjectId}
    </span>
  )
}

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

type ActFactsProps = { act: Act; filter: ActFilter; onFilter: (field: keyof ActFilter, value: string) => void }

/** One act with all that was noted: its subject leads to where the desk shows it. */
function ActFacts({ act, filter, onFilter }: ActFactsProps) {
  const { t } = useTranslation()
  const { kindWords } = useActWords()
  const { subjectKind, subjectId, subjectName, operator, reason, reasonName } = act
  const page = subjectName === null ? undefined : PAGES[subjectKind]
  const only = (field: keyof ActFilter, value: string, label: string) =>
    filter[field] !== value && (
      <ActionButton kind="plain" size="xs" action={{ label, onClick: () => onFilter(field, value) }} />
    )
  return (
    <>
      <p className={classes.quiet}>
        {t('desk.acts.number', { number: act.no })} · {formatMoment(act.at)}
      </p>
      <dl className={classes.sides}>
        <div>
          <dt>{t('desk.acts.subject', { kind: kindWords(subjectKind) })}</dt>
          <dd>{page ? <LoneLink href={page(subjectId)}>{subjectName}</LoneLink> : (subjectName ?? subjectId)}</dd>
        </div>
        <div>
          <dt>{t('desk.acts.by')}</dt>
          <dd>{nameOf(operator)}</dd>
        </div>
      </dl>
      {reason && <p className={classes.said}>{reasonName ?? reason}</p>}
      <div className={classes.line}>
        {only('subjectId', subjectId, t('desk.acts.onlyThis'))}
        {only('operatorId', operator.id, t('desk.acts.onlyBy'))}
      </div>
    </>
  )
}

type OpenActProps = Omit<ActFactsProps, 'act'> & {
  pages: { list: { isPending: boolean }; items: ActRow[] }
  id: string
  onClose: () => void
}

/** The act that is open, as the list has it; one of a page that was not loaded yet says so. */
function OpenAct({ pages, id, onClose, ...facts }: OpenActProps) {
  const { t } = useTranslation()
  const { actWords } = useActWords()
  const act = pages.items.find((row) => row.id === id)
  if (!act && pages.list.isPending) return null
  return (
    <Dialog
      isOpen
      isSide
      title={act ? actWords(act.act) : t('desk.acts.number', { number: id })}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <div className={classes.fields}>
        {act ? <ActFacts act={act} {...facts} /> : <p role="status">{t('desk.acts.further')}</p>}
      </div>
    </Dialog>
  )
}

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

/** Under which name each stands in the address. */
const NAMES = { operatorId: 'operator', subjectId: 'subject' } as const satisfies Record<keyof ActFilter, string>

function Acts() {
  const { t } = useTranslation()
  const [search, edit] = useSearch()
  const filter: ActFilter = {
    operatorId: search.get('operator') ?? undefined,
    subjectId: search.get('subject') ?? undefined,
  }
  const { actWords } = useActWords()
  const { list, items, first } = useActs(filter)
  const pages = { list, items: items.map((act) => ({ ...act, id: act.no })) }
  const set = (field: keyof ActFilter, value: string | undefined) =>
    edit((now) => {
      const given = { operator: now.get('operator'), subject: now.get('subject'), [NAMES[field]]: value }
      return new URLSearchParams(Object.entries(given).filter((entry): entry is [string, string] => Boolean(entry[1])))
    })
  const subject = items.find((act) => act.subjectId === filter.subjectId)?.subjectName
  const operator = items.find((act) => act.operator.id === filter.operatorId)?.operator.nickName
  const chips = [
    { id: 'operatorId', name: t('desk.acts.by'), value: operator || filter.operatorId },
    { id: 'subjectId', name: t('desk.acts.about'), value: subject || filter.subjectId },
  ].flatMap(({ value, ...chip }) =>
    value === undefined ? [] : [{ ...chip, value, removeLabel: t('market.filter.remove', { name: chip.name }) }],
  )
  return (
    <>
      {first && <Wholeness brokenAt={first.brokenAt} checkedAt={first.checkedAt} />}
      {list.isPending && <WholenessBone />}
      <FilterChips />
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
        panel={(id, close) => <OpenAct key={id} pages={pages} id={id} filter={filter} onFilter={set} onClose={close} />}
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
