import { ActionButton } from '@trove/ui/actions/action-button'
import { LoneLink } from '@trove/ui/actions/lone-link'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { CaseDialog } from '../cases/case-dialog.tsx'
import classes from '../desk.module.css'
import { nameOf } from '../name-of.ts'
import { type Act, type ActFilter, useAct } from './staff-queries.ts'

/** Words for an act and for the kind of thing it was done to; what this version does not know by its code. */
export function useActWords() {
  const { t, i18n } = useTranslation()
  const wordsOf = (key: string, code: string) => (i18n.exists(key) ? t(key as 'desk.acts.names.payout-approve') : code)
  return {
    actWords: (act: string) => wordsOf(`desk.acts.names.${act.replace('.', '-')}`, act),
    kindWords: (kind: string) => wordsOf(`desk.acts.kinds.${kind}`, kind),
  }
}

/** Where the desk shows one thing; kinds that it only lists have no page of one. */
const PAGES: Readonly<Record<string, (id: string, act: string) => string>> = {
  certification: (id) => paths.certificationDesk({ case: id }),
  adjustment: (id) => paths.billDesk({ view: 'adjustments', case: id }),
  'code-slot': () => paths.slotDesk(),
  'code-work': () => paths.reportDesk(),
  difference: (id) => paths.billDesk({ view: 'all', case: id }),
  dispute: (id) => paths.disputeDesk({ case: id }),
  fault: (id) => paths.faultDesk({ case: id }),
  // Once its case is closed, a payment set aside is listed by the id of that closing.
  payment: (id, act) => paths.billDesk({ view: 'parked', ...(act !== 'payment.close-parked' && { case: id }) }),
  payout: (id) => paths.payoutDesk({ case: id }),
  refund: (id) => paths.billDesk({ view: 'refunds', case: id }),
}

/** What it was done to, in one line: its kind and its name, or its id where it has none. */
export function SubjectLine({ act: { subjectKind, subjectId, subjectName } }: { act: Act }) {
  const { kindWords } = useActWords()
  return (
    <span className={classes.oneLine}>
      <span className={classes.kind}>{kindWords(subjectKind)}</span> {subjectName ?? subjectId}
    </span>
  )
}

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
          <dd>
            {page ? <LoneLink href={page(subjectId, act.act)}>{subjectName}</LoneLink> : (subjectName ?? subjectId)}
          </dd>
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
  /** The list as far as it was loaded. */
  pages: Parameters<typeof useAct>[1]
  no: string
  onClose: () => void
}

/** The act that is open. */
export function OpenAct({ pages, no, onClose, ...facts }: OpenActProps) {
  const { t } = useTranslation()
  const { actWords } = useActWords()
  const read = useAct(no, pages)
  const title = read.data ? actWords(read.data.act) : t('desk.acts.number', { number: no })
  return (
    <CaseDialog title={title} read={read} onClose={onClose}>
      {(act) => <ActFacts act={act} {...facts} />}
    </CaseDialog>
  )
}
