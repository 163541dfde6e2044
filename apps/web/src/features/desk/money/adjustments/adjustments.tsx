import { ActionButton } from '@trove/ui/actions/action-button'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import type { DataColumn } from '@trove/ui/lists/data-table'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { amountColumn, sinceColumn } from '../../columns.tsx'
import classes from '../../desk.module.css'
import { DeskTable } from '../../desk-table.tsx'
import { nameOf } from '../../name-of.ts'
import { type Adjustment, useAdjustments } from '../../queries.ts'
import { AdjustmentCase, adjustmentLook, movesOf } from './adjustment-case.tsx'
import { ProposePanel } from './propose-panel.tsx'

const columnsOf = (t: TFunction): DataColumn<Adjustment>[] => [
  { id: 'moves', label: t('desk.adjust.sides'), cell: (adjustment) => movesOf(t, adjustment) },
  { id: 'reference', label: t('desk.adjust.reference'), cell: ({ reference }) => reference ?? undefined },
  { id: 'proposer', label: t('desk.adjust.proposer'), cell: ({ proposer }) => nameOf(proposer), phone: 'line' },
  sinceColumn(t, ({ proposedAt }) => proposedAt),
  amountColumn(t),
  {
    id: 'state',
    label: t('desk.columns.state'),
    cell: (adjustment) => <StatusBadge {...adjustmentLook(t, adjustment)} />,
    phone: 'line',
  },
]

/** What was proposed to put the books right, and proposing it. */
export function Adjustments() {
  const { t } = useTranslation()
  const pages = useAdjustments()
  const [isProposing, setProposing] = useState(false)
  return (
    <>
      <div className={classes.actions}>
        <ActionButton kind="plain" action={{ label: t('desk.adjust.propose'), onClick: () => setProposing(true) }} />
      </div>
      <DeskTable
        label={t('desk.bills.views.adjustments')}
        pages={pages}
        empty={{ title: t('desk.adjust.none'), text: t('desk.adjust.noneText') }}
        columns={columnsOf(t)}
        panel={(id, close) => <AdjustmentCase key={id} id={id} pages={pages} onClose={close} />}
      />
      {isProposing && <ProposePanel onClose={() => setProposing(false)} />}
    </>
  )
}
