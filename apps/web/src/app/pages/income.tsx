import { EmptyState } from '@trove/ui/feedback/empty-state'
import { EmptyMachinesPicture } from '@trove/ui/feedback/pictures'
import { DetailSkeleton } from '@trove/ui/feedback/skeletons'
import { PageHeader } from '@trove/ui/layout/page-header'
import { type DataColumn, DataTable } from '@trove/ui/lists/data-table'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { MachineIncome } from '../../features/compute/mine/machine-income.tsx'
import { useShares } from '../../features/compute/mine/my-queries.ts'
import { usePurse } from '../../features/wallet/queries.ts'
import { paths } from '../../lib/addresses/paths.ts'
import { Failure } from '../../lib/calls/failure.tsx'
import { CountedSum } from '../../lib/shown/counted-sum.tsx'
import { fenOf } from '../../lib/shown/money.ts'
import { Panel } from '../../market/detail/panel.tsx'
import classes from '../../market/orders/income/income.module.css'
import { IncomeDays } from '../../market/orders/income/income-days.tsx'
import { IncomeHead } from '../../market/orders/income/income-head.tsx'
import { type Income, useIncome } from '../../market/orders/income/queries.ts'
import { markets } from '../entries/markets.ts'

type Goods = Income['goods'][number]

/** What is sold besides machines, with what it earned. */
function Others({ goods }: { goods: Goods[] }) {
  const { t } = useTranslation()
  if (goods.length === 0) return null
  const marketOf = (row: Goods) => markets.find(({ kind }) => kind === row.productType)
  const columns: DataColumn<Goods>[] = [
    {
      id: 'item',
      label: t('income.sold'),
      cell: (row) =>
        t('income.item', { kind: t(marketOf(row)?.name ?? 'income.kind'), id: row.name ?? row.productId.slice(0, 8) }),
    },
    {
      id: 'earned',
      label: t('income.amount'),
      isNumber: true,
      cell: (row) => <CountedSum amount={row.earnedAmount} />,
      phone: 'end',
    },
    {
      id: 'clearable',
      label: t('income.toCollect'),
      isNumber: true,
      cell: (row) => <CountedSum amount={row.clearableAmount} />,
      phone: 'named',
    },
  ]
  return (
    <Panel title={t('income.others')}>
      <DataTable
        label={t('income.others')}
        columns={columns}
        rows={goods}
        idOf={({ productId }) => productId}
        hrefOf={(row) => marketOf(row)?.offerPath(row.productId) ?? paths.profitOrders()}
      />
    </Panel>
  )
}

function Figures({ income }: { income: Income }) {
  const { data: purse } = usePurse()
  return (
    <div className={classes.page}>
      <IncomeHead income={income} purse={purse} />
      <IncomeDays days={income.days} />
      <MachineIncome income={income} />
      <Others goods={income.goods.filter(({ productType }) => productType !== 'superPoints')} />
    </div>
  )
}

function Body() {
  const { t } = useTranslation()
  const { data: income, error, refetch } = useIncome()
  const shares = useShares('')
  if (error && !income) return <Failure error={error} refetch={refetch} />
  if (!income || shares.isPending) return <DetailSkeleton label={t('common.loading')} />
  const hasShares = shares.data?.pages.some(({ content }) => content.length > 0)
  if (shares.isError && income.goods.length === 0) return <Failure error={shares.error} refetch={shares.refetch} />
  const isNothing = income.goods.length === 0 && !hasShares && fenOf(income.heldAmount) === 0n
  if (!isNothing) return <Figures income={income} />
  return (
    <EmptyState
      illustration={<EmptyMachinesPicture />}
      title={t('income.none')}
      text={t('income.noneText')}
      action={{ label: t('income.share'), href: paths.publishCompute() }}
    />
  )
}

/** The money of a seller: what counts up now, what to collect and when it arrives, by day and by machine. */
export default function IncomePage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title={t('titles.income')}
        back={{ label: t('common.back'), onClick: () => navigate(paths.personalCenter()), isPhoneOnly: true }}
      />
      <Body />
    </>
  )
}
