import { HeaderAction } from '@trove/ui/actions/header-action'
import { CheckIcon } from '@trove/ui/icons/states'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { DeskPage } from '../desk-page.tsx'
import { Adjustments } from './adjustments/adjustments.tsx'
import { Days } from './days.tsx'
import { Differences } from './differences.tsx'
import { ParkedPayments } from './parked.tsx'
import { ParkedRefunds } from './parked-refunds.tsx'

const VIEWS = ['open', 'all', 'days', 'parked', 'refunds', 'adjustments'] as const

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
