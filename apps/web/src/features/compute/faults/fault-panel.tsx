import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { acceptFault, answerFault, FAULT_WORDS_MAX, handFault, listFaults } from '@trove/contract/compute/faults'
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
type Act = 'report' | 'fixed' | 'disagree' | 'accept' | 'hand'

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
  return { answer, hand, accept }
}

type StepsProps = { fault: Fault; act: Act | undefined; onClose: () => void; onSettled: () => void }

/** The dialog of the step that was chosen. */
function StepDialogs({ fault, act, onClose, onSettled }: StepsProps) {
  const { t } = useTranslation()
  const { answer, hand, accept } = useSteps(fault.id, onClose, onSettled)
  const isHand = act === 'hand'
  return (
    <>
      {act !== undefined && act !== 'accept' && act !== 'report' && (
        <WordsDialog
          title={t(`faults.acts.${act}`)}
          label={t('faults.words')}
          help={t('faults.wordsHelp')}
          emptyText={t('faults.wordsEmpty')}
          maxLength={FAULT_WORDS_MAX}
          sendLabel={t('faults.send')}
          isBusy={answer.isPending || hand.isPending}
          onClose={onClose}
          onSend={(words) => (isHand ? hand.mutate(words) : answer.mutate({ isFixed: act === 'fixed', words }))}
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

/** What the reader may do now. */
function actsOf({ state, endedAt }: Fault, reader: Lease['reader']): Act[] {
  if (endedAt) return []
  if (reader === 'seller') return state === 'open' ? ['fixed', 'disagree'] : []
  return state === 'fixed' || state === 'disputed' ? ['accept', 'hand'] : ['accept']
}

/** One case: where it stands, what both said, what was ruled, and the reader's steps. */
function Case({ fault, lease, onSettled }: { fault: Fault; lease: Lease; onSettled: () => void }) {
  const { t } = useTranslation()
  const [act, setAct] = useState<Act>()
  const { state, dueAt, ruling } = fault
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
      {fault.words.map(({ by, words, saidAt }) => (
        <div key={saidAt + words}>
          <Quiet>{t(`faults.said.${by}`, { when: formatMoment(saidAt) })}</Quiet>
          <p className={classes.said}>{words}</p>
        </div>
      ))}
      {ruling && (
        <p className={classes.ruling}>
          {t('faults.ruling', { amount: moneyText(ruling.refundAmount), reason: ruling.reason })}
        </p>
      )}
      <div className={classes.actions}>
        {actsOf(fault, lease.reader).map((one) => (
          <ActionButton
            key={one}
            kind="plain"
            action={{ label: t(`faults.acts.${one}`), onClick: () => setAct(one) }}
          />
        ))}
      </div>
      <StepDialogs fault={fault} act={act} onClose={() => setAct(undefined)} onSettled={onSettled} />
    </section>
  )
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
      <Quiet>{t(reader === 'buyer' ? 'faults.lead' : 'faults.leadSeller')}</Quiet>
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
