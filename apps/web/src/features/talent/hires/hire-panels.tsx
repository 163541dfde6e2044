import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getHireSheet } from '@trove/contract/talent/hours'
import { LoneLink } from '@trove/ui/actions/lone-link'
import { ConfirmDialog } from '@trove/ui/dialogs/confirm-dialog'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import { CommitFound } from '../../../lib/shown/code/commit-found.tsx'
import { formatCalendarDay, formatMoment } from '../../../lib/shown/format.ts'
import { useWorkedTime } from '../../../lib/shown/use-worked-time.ts'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import { WaitingPanel } from '../../../market/detail/waiting-panel.tsx'
import type { Known } from '../../../market/orders/face.ts'
import classes from '../talent.module.css'
import { Disputes } from './disputes.tsx'
import { HoursBack } from './hours-back.tsx'
import type { Order, PanelProps, Sheet } from './shapes.ts'
import { AddTime, useRemoveTime } from './sheet-form.tsx'
import { TalkButton } from './talk-button.tsx'
import { WeekLimit } from './week-limit.tsx'

/** Takes an entry back, after a question. */
function Remove({ entry }: { entry: Sheet['entries'][number] }) {
  const { t } = useTranslation()
  const time = useWorkedTime()
  const [isAsking, setAsking] = useState(false)
  const remove = useRemoveTime(() => setAsking(false))
  return (
    <div className={classes.remove}>
      <Button size="compact-sm" variant="subtle" onClick={() => setAsking(true)}>
        {t('talent.sheet.remove')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate(entry.id)}
        title={t('talent.sheet.remove')}
        text={t('talent.sheet.removeText', { day: formatCalendarDay(entry.workDay), time: time(entry.minutes) })}
        confirmLabel={t('talent.sheet.remove')}
        cancelLabel={t('common.cancel')}
        closeLabel={t('common.close')}
        isDangerous
        isBusy={remove.isPending}
      />
    </div>
  )
}

type EntriesProps = { entries: Sheet['entries']; isWriting: boolean }

/** What was written down, each with where it can be seen. */
function Entries({ entries, isWriting }: EntriesProps) {
  const time = useWorkedTime()
  return (
    <ul className={classes.entries}>
      {entries.map((entry) => (
        <li key={entry.id} className={classes.entry}>
          <strong>{formatCalendarDay(entry.workDay)}</strong>
          <span>{time(entry.minutes)}</span>
          <p>
            {entry.note}{' '}
            {entry.link && (
              <LoneLink href={entry.link} target="_blank" rel="noopener noreferrer nofollow">
                {entry.link}
              </LoneLink>
            )}
          </p>
          {entry.commit && <CommitFound commit={entry.commit} />}
          {isWriting && <Remove entry={entry} />}
        </li>
      ))}
    </ul>
  )
}

function TimeSheet({ order, sheet }: PanelProps) {
  const { t } = useTranslation()
  const time = useWorkedTime()
  const isWriting = order.role === 'seller' && order.manStatus === 1 && !order.openDispute
  return (
    <Panel title={t('talent.sheet.title')}>
      <Quiet>
        {t('talent.sheet.worked', { worked: time(sheet.minutes), hours: sheet.hours - sheet.returnedHours })}
      </Quiet>
      {sheet.entries.length === 0 && <Quiet>{t('talent.sheet.empty')}</Quiet>}
      {sheet.entries.length > 0 && <Entries entries={sheet.entries} isWriting={isWriting} />}
      <WeekLimit order={order} sheet={sheet} />
      {isWriting && <AddTime orderId={order.id} />}
    </Panel>
  )
}

function Delivery({ order, sheet }: PanelProps) {
  const { t } = useTranslation()
  if (!sheet.deliveryNote) return null
  return (
    <Panel title={t('talent.sheet.delivery')}>
      <p className={classes.identity}>{sheet.deliveryNote}</p>
      {order.manStatus === 2 && sheet.dueAt && (
        <Quiet>{t('talent.sheet.accepts', { when: formatMoment(sheet.dueAt) })}</Quiet>
      )}
    </Panel>
  )
}

/** Under which agreement it was ordered, and when. */
function Agreed({ sheet: { agreement } }: Pick<PanelProps, 'sheet'>) {
  const { t } = useTranslation()
  return (
    <Quiet>
      {t('talent.sheet.agreement', { version: agreement.version, when: formatMoment(agreement.acceptedAt) })}
    </Quiet>
  )
}

/** What the page of a hire shows besides: time-sheet, delivery, hours given back, the agreement. */
export function HirePanels({ order }: { order: Known<Order> }) {
  const { t } = useTranslation()
  const isHired = order.manStatus !== null
  const {
    data: sheet,
    error,
    refetch,
  } = useQuery({
    queryKey: ['talent', 'sheet', order.id, order.manStatus, order.openDispute, order.openAsk],
    queryFn: () => api(getHireSheet, { params: { id: order.id } }),
    enabled: isHired,
    // Of the same hire the sheet before stays while it is asked again: an open dialog keeps the words typed into it.
    placeholderData: (before, of) => (of?.queryKey[2] === order.id ? before : undefined),
  })
  if (!isHired) return null
  if (!sheet) return <WaitingPanel title={t('talent.sheet.title')} error={error} refetch={refetch} />
  const disputes = <Disputes key="disputes" order={order} sheet={sheet} />
  const back = <HoursBack key="back" order={order} sheet={sheet} />
  const work = [
    <Delivery key="delivery" order={order} sheet={sheet} />,
    <TimeSheet key="sheet" order={order} sheet={sheet} />,
  ]
  const others = order.openAsk ? [back, ...work] : [...work, back]
  return (
    <>
      {/* What is open comes first. With their keys the panels change places, and a dialog in one stays open. */}
      {order.openDispute ? [disputes, ...others] : [...others, disputes]}
      {/* An open dispute has it among what can be done. */}
      {!order.openDispute && (
        <div>
          <TalkButton order={order} />
        </div>
      )}
      <Agreed sheet={sheet} />
    </>
  )
}
