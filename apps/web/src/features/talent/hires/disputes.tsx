import { useMutation } from '@tanstack/react-query'
import { addDisputeWords, agreeDispute, DISPUTE_WORDS_MAX, withdrawDispute } from '@trove/contract/talent/disputes'
import { ActionButton } from '@trove/ui/actions/action-button'
import { ConfirmDialog } from '@trove/ui/dialogs/confirm-dialog'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import { notify } from '../../../lib/calls/notify.ts'
import { onRefusal } from '../../../lib/calls/refusal.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { PagePart } from '../../../lib/shown/page-part.tsx'
import { WordsDialog } from '../../../lib/shown/words-dialog.tsx'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import { useRefresh } from '../../../market/orders/use-order-actions.ts'
import classes from '../talent.module.css'
import { Accept } from './hire-act.tsx'
import { OpenDispute } from './open-dispute.tsx'
import { isHandedOverBy, type PanelProps } from './shapes.ts'
import { TalkButton } from './talk-button.tsx'
import { DISPUTES_PART } from './to-dispute.tsx'
import { worthOf } from './worth.ts'

type Dispute = PanelProps['sheet']['disputes'][number]
type OneProps = { order: PanelProps['order']; dispute: Dispute }

/** The steps of an open dispute; each shows at once how the order stands. */
function useSteps(id: string, onDone: () => void) {
  const { t } = useTranslation()
  const refresh = useRefresh('talent')
  const step = <T,>(work: (input: T) => Promise<unknown>, done: string) => ({
    mutationFn: work,
    onSuccess: () => {
      notify('success', done)
      onDone()
    },
    onError: onRefusal(onDone),
    onSettled: refresh,
  })
  const params = { id }
  const say = useMutation(
    step((words: string) => api(addDisputeWords, { params, body: { words } }), t('disputes.added')),
  )
  const withdraw = useMutation(step(() => api(withdrawDispute, { params }), t('disputes.withdrawn')))
  const agree = useMutation(step(() => api(agreeDispute, { params }), t('disputes.agreed')))
  return { say, withdraw, agree }
}

type Act = 'say' | 'withdraw' | 'agree'
type ActDialogsProps = {
  asked: Act | undefined
  steps: ReturnType<typeof useSteps>
  agreeLabel: string
  onClose: () => void
}

/** The dialog of the act that was asked for. */
function ActDialogs({ asked, steps: { say, withdraw, agree }, agreeLabel, onClose }: ActDialogsProps) {
  const { t } = useTranslation()
  const dialog = { onClose, cancelLabel: t('common.cancel'), closeLabel: t('common.close') }
  return (
    <>
      {asked === 'say' && (
        <WordsDialog
          title={t('disputes.addWords')}
          label={t('disputes.words')}
          help={t('disputes.wordsHelp')}
          emptyText={t('disputes.wordsEmpty')}
          maxLength={DISPUTE_WORDS_MAX}
          sendLabel={t('disputes.send')}
          isBusy={say.isPending}
          onClose={onClose}
          onSend={(words) => say.mutate(words)}
        />
      )}
      <ConfirmDialog
        {...dialog}
        isOpen={asked === 'withdraw'}
        onConfirm={() => withdraw.mutate(undefined)}
        title={t('disputes.withdraw')}
        text={t('disputes.withdrawText')}
        confirmLabel={t('disputes.withdraw')}
        isBusy={withdraw.isPending}
      />
      <ConfirmDialog
        {...dialog}
        isOpen={asked === 'agree'}
        onConfirm={() => agree.mutate(undefined)}
        title={agreeLabel}
        text={t('disputes.agreeText')}
        confirmLabel={agreeLabel}
        isBusy={agree.isPending}
      />
    </>
  )
}

/** What the reader can do while it is open: add to it, talk, take it back, or give in. */
function Acts({ order, dispute }: OneProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Act>()
  const close = () => setAsked(undefined)
  const steps = useSteps(dispute.id, close)
  const isExpert = order.role === 'seller'
  const agreeLabel = t('disputes.agree', { hours: dispute.hours, amount: worthOf(order, dispute.hours) })
  return (
    <div className={classes.acts}>
      <ActionButton kind="plain" action={{ label: t('disputes.addWords'), onClick: () => setAsked('say') }} />
      <TalkButton order={order} />
      {isHandedOverBy(order, order.role) && (
        <ActionButton kind="plain" action={{ label: t('disputes.withdraw'), onClick: () => setAsked('withdraw') }} />
      )}
      {!isExpert && order.manStatus === 2 && <Accept order={order} size="sm" isAside />}
      {isExpert && <ActionButton action={{ label: agreeLabel, onClick: () => setAsked('agree') }} />}
      <ActDialogs asked={asked} steps={steps} agreeLabel={agreeLabel} onClose={close} />
    </div>
  )
}

function One({ order, dispute }: OneProps) {
  const { t } = useTranslation()
  const { ruling, hours } = dispute
  return (
    <li className={classes.dispute}>
      <div className={classes.entry}>
        <strong>{t(`disputes.wants.${dispute.openedBy}`, { hours, amount: worthOf(order, hours) })}</strong>
        <span>{t(`disputes.states.${dispute.state}`)}</span>
      </div>
      <ul className={classes.statements}>
        {dispute.words.map(({ by, words, saidAt }) => (
          <li key={saidAt + words}>
            <Quiet>{t(`disputes.said.${by}`, { when: formatMoment(saidAt) })}</Quiet>
            <p>{words}</p>
          </li>
        ))}
      </ul>
      {ruling && (
        <div>
          <strong>{t('disputes.ruling', { hours: ruling.hours, of: ruling.ofHours })}</strong>
          <p>{ruling.reason}</p>
        </div>
      )}
      {dispute.state === 'open' && (
        <>
          <Quiet>{t('disputes.waiting')}</Quiet>
          <Acts order={order} dispute={dispute} />
        </>
      )}
    </li>
  )
}

/** Disputes about a hire: what was said and ruled, what the reader can do, and the way to hand one over. */
export function Disputes({ order, sheet }: PanelProps) {
  const { t } = useTranslation()
  const [isOpening, setOpening] = useState(false)
  if (sheet.disputes.length === 0 && !sheet.mayDispute) return null
  return (
    <PagePart id={DISPUTES_PART}>
      <Panel title={t('disputes.title')}>
        {sheet.disputes.length > 0 && (
          <ul className={classes.entries}>
            {sheet.disputes.map((dispute) => (
              <One key={dispute.id} order={order} dispute={dispute} />
            ))}
          </ul>
        )}
        {sheet.mayDispute && (
          <>
            <Quiet>{t('disputes.openText')}</Quiet>
            <div>
              <ActionButton kind="plain" action={{ label: t('disputes.open'), onClick: () => setOpening(true) }} />
            </div>
          </>
        )}
        {isOpening && <OpenDispute order={order} sheet={sheet} onClose={() => setOpening(false)} />}
      </Panel>
    </PagePart>
  )
}
