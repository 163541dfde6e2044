import { HeaderAction } from '@trove/ui/actions/header-action'
import { CheckIcon } from '@trove/ui/icons/states'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { notify } from '../../../lib/calls/notify.ts'
import { onRefusal } from '../../../lib/calls/refusal.ts'
import { WordsDialog } from '../../../lib/shown/words-dialog.tsx'
import { DeskList } from '../desk-list.tsx'
import { DeskPage } from '../desk-page.tsx'
import { type Difference, useAdjusting, useDays, useDifferences, useSettle } from '../queries.ts'
import { AdjustDialog } from './adjust-dialog.tsx'
import { Adjustments } from './adjustments.tsx'
import { DayCard, DifferenceCard } from './bill-cards.tsx'
import { ParkedPayments } from './parked.tsx'
import { ParkedRefunds } from './parked-refunds.tsx'

const VIEWS = ['open', 'all', 'days', 'parked', 'refunds', 'adjustments'] as const

function Differences({ view }: { view: 'open' | 'all' }) {
  const { t } = useTranslation()
  const pages = useDifferences(view)
  const [asked, setAsked] = useState<Difference>()
  const close = () => setAsked(undefined)
  const [adjusted, setAdjusted] = useState<Difference>()
  const { propose } = useAdjusting(() => {
    notify('success', t('desk.adjust.done.proposed'))
    setAdjusted(undefined)
  })
  const settle = useSettle(() => {
    notify('success', t('desk.bills.settled'))
    close()
  })
  return (
    <>
      <DeskList pages={pages} empty={{ title: t('desk.bills.none'), text: t('desk.bills.noneText') }}>
        {(difference) => (
          <DifferenceCard
            key={difference.id}
            difference={difference}
            onSettle={() => setAsked(difference)}
            onAdjust={() => setAdjusted(difference)}
          />
        )}
      </DeskList>
      {adjusted && (
        <AdjustDialog
          difference={adjusted}
          isBusy={propose.isPending}
          onClose={() => setAdjusted(undefined)}
          onConfirm={(body) => propose.mutate(body, { onError: onRefusal(() => setAdjusted(undefined)) })}
        />
      )}
      {asked && (
        <WordsDialog
          title={t('desk.bills.settleTitle')}
          label={t('desk.bills.note')}
          emptyText={t('desk.bills.noteEmpty')}
          maxLength={500}
          sendLabel={t('desk.bills.settle')}
          isBusy={settle.isPending}
          onClose={close}
          onSend={(note) => settle.mutate({ id: asked.id, note }, { onError: onRefusal(close) })}
        />
      )}
    </>
  )
}

function Days() {
  const { t } = useTranslation()
  const pages = useDays()
  return (
    <DeskList pages={pages} empty={{ title: t('desk.bills.noDays'), text: t('desk.bills.noDaysText') }}>
      {(day) => <DayCard key={day.day} day={day} />}
    </DeskList>
  )
}

/** Where Alipay's daily bill and our books disagree. */
export default function BillDesk() {
  const { t } = useTranslation()
  return (
    <DeskPage
      title={t('titles.billDesk')}
      lead={t('desk.bills.lead')}
      actions={
        <HeaderAction
          kind="quiet"
          action={{ label: t('titles.payoutDesk'), icon: <CheckIcon size={18} />, href: paths.payoutDesk() }}
        />
      }
      views={VIEWS.map((value) => ({ value, label: t(`desk.bills.views.${value}`) }))}
    >
      {(view) => (
        <>
          {view === 'days' && <Days />}
          {view === 'parked' && <ParkedPayments />}
          {view === 'refunds' && <ParkedRefunds />}
          {view === 'adjustments' && <Adjustments />}
          {(view === 'open' || view === 'all') && <Differences key={view} view={view} />}
        </>
      )}
    </DeskPage>
  )
}
