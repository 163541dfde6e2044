import { ActionButton } from '@trove/ui/actions/action-button'
import { LoneLink } from '@trove/ui/actions/lone-link'
import { keepFocus } from '@trove/ui/base/kept-focus'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { FailedIcon, VerifiedIcon, WaitingIcon } from '@trove/ui/icons/states'
import { ChipList } from '@trove/ui/inputs/chip-list'
import { PageHeader } from '@trove/ui/layout/page-header'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { useSearch } from '../../../lib/addresses/use-search.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import classes from '../desk.module.css'
import { DeskList } from '../desk-list.tsx'
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

/** Where the desk shows one thing; kinds that it only lists have no page of one. */
const PAGES: Readonly<Record<string, (id: string) => string>> = {
  certification: (id) => paths.certificationDesk({ case: id }),
  'code-slot': () => paths.slotDesk(),
  dispute: (id) => paths.disputeDesk({ case: id }),
  fault: (id) => paths.faultDesk({ case: id }),
  payout: (id) => paths.payoutDesk({ case: id }),
  refund: (id) => paths.billDesk({ view: 'refunds', case: id }),
}

type SubjectProps = { act: Act; onlyThis: (() => void) | undefined }

/** To what it was done: by its name, which leads to its page; without one by its id. */
function Subject({ act: { subjectKind, subjectId, subjectName }, onlyThis }: SubjectProps) {
  const { t } = useTranslation()
  const { kindWords } = useActWords()
  const page = subjectName === null ? undefined : PAGES[subjectKind]
  return (
    <div className={classes.line}>
      <span className={classes.quiet}>{t('desk.acts.subject', { kind: kindWords(subjectKind) })}</span>
      {page ? (
        <LoneLink href={page(subjectId)}>{subjectName}</LoneLink>
      ) : (
        <span className={subjectName === null ? classes.reference : classes.said}>{subjectName ?? subjectId}</span>
      )}
      {onlyThis && (
        <ActionButton kind="quiet" size="xs" action={{ label: t('desk.acts.onlyThis'), onClick: onlyThis }} />
      )}
    </div>
  )
}

type CardProps = { act: Act; filter: ActFilter; onFilter: (field: keyof ActFilter, value: string) => void }

function ActCard({ act, filter, onFilter }: CardProps) {
  const { t } = useTranslation()
  const { actWords } = useActWords()
  const isAlone = filter.subjectId === act.subjectId
  const name = act.operator.nickName || act.operator.id
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <span className={classes.words}>
          <strong>{actWords(act.act)}</strong>
          <span className={classes.quiet}>
            {t('desk.acts.number', { number: act.no })} · {formatMoment(act.at)}
          </span>
        </span>
        <ActionButton
          kind="quiet"
          size="xs"
          action={{ label: name, onClick: () => onFilter('operatorId', act.operator.id) }}
        />
      </div>
      <Subject act={act} onlyThis={isAlone ? undefined : () => onFilter('subjectId', act.subjectId)} />
      {act.reason && <p className={classes.said}>{act.reasonName ?? act.reason}</p>}
    </li>
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

/** Under which name each stands in the address. */
const NAMES = { operatorId: 'operator', subjectId: 'subject' } as const satisfies Record<keyof ActFilter, string>

function Acts() {
  const { t } = useTranslation()
  const [search, edit] = useSearch()
  const filter: ActFilter = {
    operatorId: search.get('operator') ?? undefined,
    subjectId: search.get('subject') ?? undefined,
  }
  const pages = useActs(filter)
  const set = (field: keyof ActFilter, value: string | undefined) =>
    edit((now) => {
      const given = { operator: now.get('operator'), subject: now.get('subject'), [NAMES[field]]: value }
      return new URLSearchParams(Object.entries(given).filter((entry): entry is [string, string] => Boolean(entry[1])))
    })
  const subject = pages.items.find((act) => act.subjectId === filter.subjectId)?.subjectName
  const operator = pages.items.find((act) => act.operator.id === filter.operatorId)?.operator.nickName
  const chips = [
    { id: 'operatorId', name: t('desk.acts.by'), value: operator || filter.operatorId },
    { id: 'subjectId', name: t('desk.acts.about'), value: subject || filter.subjectId },
  ].flatMap(({ value, ...chip }) =>
    value === undefined ? [] : [{ ...chip, value, removeLabel: t('market.filter.remove', { name: chip.name }) }],
  )
  const { first } = pages
  return (
    <>
      {first && <Wholeness brokenAt={first.brokenAt} checkedAt={first.checkedAt} />}
      <ChipList
        label={t('market.filter.active')}
        items={chips}
        onRemove={(id) => set(id as keyof ActFilter, undefined)}
      />
      <DeskList pages={pages} empty={{ title: t('desk.acts.none') }}>
        {(act) => <ActCard key={act.no} act={act} filter={filter} onFilter={set} />}
      </DeskList>
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
        actions={<ActionButton kind="quiet" action={{ label: t('titles.staffDesk'), href: paths.staffDesk() }} />}
      />
      <StaffOnly of="owner">
        <Acts />
      </StaffOnly>
    </div>
  )
}
