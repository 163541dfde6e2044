import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  acceptFault,
  answerContest,
  answerFault,
  FAULT_WORDS_MAX,
  handFault,
  listFaults,
} from '@trove/contract/compute/faults'
import type { RouteData } from '@trove/contract/kit/route'
import { ActionButton } from '@trove/ui/actions/action-button'
import { ConfirmDialog } from '@trove/ui/dialogs/confirm-dialog'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { CheckIcon, WaitingIcon } from '@trove/ui/icons/states'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { api } from '../../../lib/calls/api.ts'
import { SmallFailure } from '../../../lib/calls/failure.tsx'
import { notify } from '../../../lib/calls/notify.ts'
import { onRefusal } from '../../../lib/calls/refusal.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { moneyText } from '../../../lib/shown/money.ts'
import { WordsDialog } from '../../../lib/shown/words-dialog.tsx'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import classes from '../mine/my-compute.module.css'
import { ReportDialog } from './report-dialog.tsx'

type Fault = RouteData<typeof listFaults>['faults'][number]
type Lease = { orderId: string; productId: string; reader: 'buyer' | 'seller' }
type Act = 'report' | 'fixed' | 'disagree' | 'accept' | 'hand' | 'answer'

/** Answering, accepting and handing over; whatever the answer, the page shows how it stands now. */
function useSteps(id: string, onDone: () => void, onSettled: () => void) {
  const { t } = useTranslation()
  const params = { id }
  const done = {
    onSuccess: () => {
      notify('success', t('faults.sent'))
      onDone()
    },
    onError: onRefusal(onDone),
    onSettled,
  }
  const answer = useMutation({
    mutationFn: (body: { isFixed: boolean; words: string }) => api(answerFault, { params, body }),
    ...done,
  })
  const hand = useMutation({ mutationFn: (words: string) => api(handFault, { params, body: { words } }), ...done })
  const accept = useMutation({ mutationFn: () => api(acceptFault, { params }), ...done })
  const add = useMutation({ mutationFn: (words: string) => api(answerContest, { params, body: { words } }), ...done })
  return { answer, hand, accept, add }
}

type StepsProps = { fault: Fault; act: Act | undefined; onClose: () => void; onSettled: () => void }

/** What is told beside the words of a step, and what follows from it. */
const HELP = {
  fixed: 'faults.replyHelp',
  disagree: 'faults.replyHelp',
  hand: 'faults.wordsHelp',
  answer: 'faults.answerHelp',
} as const

/** The dialog of the step that was chosen. */
function StepDialogs({ fault, act, onClose, onSettled }: StepsProps) {
  const { t } = useTranslation()
  const { answer, hand, accept, add } = useSteps(fault.id, onClose, onSettled)
  const send = (words: string) => {
    if (act === 'hand') hand.mutate(words)
    else if (act === 'answer') add.mutate(words)
    else answer.mutate({ isFixed: act === 'fixed', words })
  }
  return (
    <>
      {act !== undefined && act !== 'accept' && act !== 'report' && (
        <WordsDialog
          title={t(`faults.acts.${act}`)}
          label={t('faults.words')}
          help={t(HELP[act])}
          emptyText={t('faults.wordsEmpty')}
          maxLength={FAULT_WORDS_MAX}
          sendLabel={t('faults.send')}
          isBusy={answer.isPending || hand.isPending || add.isPending}
          onClose={onClose}
          onSend={send}
        />
      )}
      <ConfirmDialog
        isOpen={act === 'accept'}
        onClose={onClose}
        cancelLabel={t('common.cancel')}
        closeLabel={t('common.close')}
        onConfirm={() => accept.mutate()}
        title={t('faults.acts.accept')}
        text={t('faults.acceptText')}
        confirmLabel={t('faults.acts.accept')}
        isBusy={accept.isPending}
      />
    </>
  )
}

function Ruling({ ruling: { goesBack, refundAmount, reason } }: { ruling: NonNullable<Fault['ruling']> }) {
  const { t } = useTranslation()
  const words =
    goesBack === null
      ? t('faults.ruling', { amount: moneyText(refundAmount), reason })
      : t(goesBack ? 'faults.contestRuling.back' : 'faults.contestRuling.kept', { reason })
  return <p className={classes.ruling}>{words}</p>
}

/** What the reader may do now. */
function actsOf({ state, endedAt, silence, words }: Fault, reader: Lease['reader']): Act[] {
  if (endedAt) return []
  // The seller said why with the contest; the buyer answers once.
  if (silence) return reader === 'buyer' && words.every(({ by }) => by === 'seller') ? ['answer'] : []
  if (reader === 'seller') return state === 'open' ? ['fixed', 'disagree'] : []
  return state === 'fixed' || state === 'disputed' ? ['accept', 'hand'] : ['accept']
}

/** One case: where it stands, what both said, what was ruled, and the reader's steps. */
function Case({ fault, lease, onSettled }: { fault: Fault; lease: Lease; onSettled: () => void }) {
  const { t } = useTranslation()
  const [act, setAct] = useState<Act>()
  const { state, dueAt, ruling, silence } = fault
  return (
    <section className={classes.form} aria-label={t(`faults.reasons.${fault.reason}`)}>
      <div className={classes.actions}>
        <strong>{t(`faults.reasons.${fault.reason}`)}</strong>
        <StatusBadge
          tone={fault.endedAt ? 'neutral' : 'amber'}
          icon={fault.endedAt ? CheckIcon : WaitingIcon}
          label={t(`faults.states.${state}`)}
        />
        {dueAt && <Quiet>{t('faults.due', { when: formatMoment(dueAt) })}</Quiet>}
      </div>
      {silence && <Quiet>{t('faults.gap', { when: formatMoment(silence.from), minutes: silence.minutes })}</Quiet>}
      {fault.words.map(({ by, words, saidAt }) => (
        <div key={saidAt + words}>
          <Quiet>{t(`faults.said.${by}`, { when: formatMoment(saidAt) })}</Quiet>
          <p className={classes.said}>{words}</p>
        </div>
      ))}
      {ruling && <Ruling ruling={ruling} />}
      <div className={classes.actions}>
        {actsOf(fault, lease.reader).map((one, index) => (
          <ActionButton
            key={one}
            // A clock runs for the seller's answer, and the page offers nothing else then.
            kind={lease.reader === 'seller' && index === 0 ? 'main' : 'plain'}
            action={{ label: t(`faults.acts.${one}`), onClick: () => setAct(one) }}
          />
        ))}
      </div>
      <StepDialogs fault={fault} act={act} onClose={() => setAct(undefined)} onSettled={onSettled} />
    </section>
  )
}

/** What stands above the cases. A seller of whom nothing was reported reads of contests only. */
function leadsOf(faults: Fault[] | undefined, reader: Lease['reader']) {
  const hasContest = faults?.some(({ silence }) => silence) ?? false
  const hasReport = faults?.some(({ silence }) => !silence) ?? true
  const reports = reader === 'buyer' ? ('faults.lead' as const) : ('faults.leadSeller' as const)
  return [
    ...(reader === 'buyer' || hasReport ? [reports] : []),
    ...(hasContest ? (['faults.leadContest'] as const) : []),
  ]
}

/**
 * The reported faults of a lease, for its buyer and its seller; nothing for a seller of whom none was reported.
 * `isKnown`: there is one, so that the panel has its place before it was read.
 */
export function FaultPanel({ isKnown = false, ...lease }: Lease & { isKnown?: boolean }) {
  const { t } = useTranslation()
  const { orderId, productId, reader } = lease
  const client = useQueryClient()
  const [isReporting, setReporting] = useState(false)
  const { data, error, refetch } = useQuery({
    // Among the orders: each step of a fault is told live as a change of its order.
    queryKey: ['orders', 'faults', orderId],
    meta: { isAside: true },
    queryFn: () => api(listFaults, { params: { id: orderId } }),
  })
  // The order too: it says what comes next, and whether it can be collected.
  const refresh = () => void client.invalidateQueries({ queryKey: ['orders'] })
  if (!data && !error && !isKnown) return null
  if (data?.faults.length === 0 && !data.mayReport) return null
  const talk =
    reader === 'seller' ? paths.conversations() : paths.askAbout({ kind: 'superPoints', subjectId: productId })
  return (
    <Panel title={t('faults.title')}>
      {error && !data && <SmallFailure title={t('faults.failed')} error={error} refetch={refetch} />}
      {leadsOf(data?.faults, reader).map((lead) => (
        <Quiet key={lead}>{t(lead)}</Quiet>
      ))}
      {!data && !error && <RowsSkeleton label={t('common.loading')} count={2} />}
      {data?.faults.map((fault) => (
        <Case key={fault.id} fault={fault} lease={lease} onSettled={refresh} />
      ))}
      <div className={classes.actions}>
        {data?.mayReport && (
          <ActionButton kind="plain" action={{ label: t('faults.acts.report'), onClick: () => setReporting(true) }} />
        )}
        <ActionButton kind="quiet" action={{ label: t('faults.talk'), href: talk }} />
      </div>
      {isReporting && <ReportDialog orderId={orderId} onClose={() => setReporting(false)} onDone={refresh} />}
    </Panel>
  )
}
