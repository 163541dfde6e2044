import { BILL_TYPES } from '@trove/contract/wallet/routes'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { FailedIcon, WaitingIcon } from '@trove/ui/icons/states'
import { PageHeader } from '@trove/ui/layout/page-header'
import { Price } from '@trove/ui/lists/price'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { moneyText } from '../../../lib/shown/money.ts'
import classes from '../styles/wallet.module.css'
import { BillList } from './bill-list.tsx'
import { type BillItem, useBill } from './queries.ts'

const STATE_LOOKS = {
  'awaiting-approval': { tone: 'amber', icon: WaitingIcon },
  'in-flight': { tone: 'sky', icon: WaitingIcon },
  returned: { tone: 'coral', icon: FailedIcon },
  failed: { tone: 'coral', icon: FailedIcon },
  declined: { tone: 'coral', icon: FailedIcon },
} as const

function Row({ item }: { item: BillItem }) {
  const { t } = useTranslation()
  const isIncome = !item.amount.startsWith('-')
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <strong>{t(`wallet.types.${item.type}`)}</strong>
        <span className={classes.reference}>{item.reference}</span>
        {item.type === 'clearing' && (
          <span className={classes.quiet}>{t('wallet.fee', { amount: moneyText(item.feeAmount) })}</span>
        )}
        <time className={classes.quiet} dateTime={item.createdAt}>
          {formatMoment(item.createdAt)}
        </time>
      </div>
      <div className={classes.amount} data-income={isIncome || undefined}>
        <span>
          {isIncome && '+'}
          <Price amount={item.amount} currency={t('units.yuanSign')} size="sm" tone="ink" />
        </span>
        {item.state !== 'done' && (
          <StatusBadge {...STATE_LOOKS[item.state]} label={t(`wallet.states.${item.state}`)} isQuiet />
        )}
      </div>
    </li>
  )
}

/** The bill of yuan: payments, clearings, payouts and refunds. */
export default function AlipayBill() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <div className={classes.narrow}>
      <PageHeader
        title={t('titles.alipayBill')}
        back={{ label: t('common.back'), onClick: () => navigate(paths.purse()) }}
      />
      <BillList
        types={BILL_TYPES}
        kinds={BILL_TYPES.map((value) => ({ value, label: t(`wallet.types.${value}`) }))}
        money={{ prefix: t('units.yuanSign') }}
        usePages={useBill}
        Row={Row}
        emptyText={t('wallet.billEmptyText')}
      />
    </div>
  )
}
