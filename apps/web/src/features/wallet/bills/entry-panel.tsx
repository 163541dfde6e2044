import { Dialog } from '@trove/ui/dialogs/dialog'
import { MoneyBlock, type MoneyRow } from '@trove/ui/lists/money-block'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../../lib/shown/format.ts'
import classes from '../styles/wallet.module.css'

type EntryPanelProps = {
  title: string
  rows: readonly MoneyRow[]
  amount: ReactNode
  onClose: () => void
  /** What is to be known about it, and where it leads. */
  children?: ReactNode
}

/** One movement of a bill beside the table: its facts, its amount, and what belongs to it. */
export function EntryPanel({ title, rows, amount, onClose, children }: EntryPanelProps) {
  const { t } = useTranslation()
  return (
    <Dialog isOpen isSide title={title} closeLabel={t('common.close')} onClose={onClose}>
      <div className={classes.entry}>
        <MoneyBlock rows={rows} total={{ label: t('wallet.amount'), amount }} />
        {children}
      </div>
    </Dialog>
  )
}

/** A signed amount: what came in has its plus, and a colour of its own. */
export function SignedAmount({ isIncome, children }: { isIncome: boolean; children: ReactNode }) {
  return (
    <span className={classes.amount} data-income={isIncome || undefined}>
      {isIncome && '+'}
      {children}
    </span>
  )
}

/** When it happened. */
export const Moment = ({ at }: { at: string }) => <time dateTime={at}>{formatMoment(at)}</time>
