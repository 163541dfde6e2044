import { useQuery } from '@tanstack/react-query'
import { advisePrice } from '@trove/contract/compute/publishing'
import { LoneLink } from '@trove/ui/actions/lone-link'
import { Link } from '@trove/ui/base/link'
import { type DataColumn, DataTable } from '@trove/ui/lists/data-table'
import { useTranslation } from 'react-i18next'
import { rowsOf } from '../../../lib/addresses/pages.ts'
import { ordersPath, paths } from '../../../lib/addresses/paths.ts'
import { api } from '../../../lib/calls/api.ts'
import { CountedSum } from '../../../lib/shown/counted-sum.tsx'
import { moneyText, perDayText } from '../../../lib/shown/money.ts'
import { Panel } from '../../../market/detail/panel.tsx'
import classes from '../../../market/orders/income/income.module.css'
import type { Income } from '../../../market/orders/income/queries.ts'
import { type IdleReason, idleReasonOf } from './idle-reason.ts'
import { type Share, useShares } from './my-queries.ts'

const PERCENT = 100
const NOTHING = '0.00'

type Goods = Income['goods'][number]
type Row = { share: Share; goods: Goods | undefined; usedPercent: number }

/** How much of the time since it was published, in the days looked back on, a machine was in service. */
export function usedPercentOf({ cstCreate }: Pick<Share, 'cstCreate'>, servedSeconds: number, { since, asOf }: Income) {
  const from = Math.max(new Date(since).getTime(), new Date(cstCreate).getTime())
  const seconds = (new Date(asOf).getTime() - from) / 1_000
  return seconds > 0 ? Math.min(PERCENT, Math.round((servedSeconds / seconds) * PERCENT)) : 0
}

function useColumns(): DataColumn<Row>[] {
  const { t } = useTranslation()
  return [
    { id: 'machine', label: t('income.machine'), cell: ({ share }) => share.authId },
    {
      id: 'standing',
      label: t('income.standing'),
      cell: ({ share }) => {
        const reason = idleReasonOf(share)
        return reason ? t(`income.why.${reason}`) : t('machines.share.status1')
      },
      phone: 'line',
    },
    {
      id: 'earned',
      label: t('income.amount'),
      isNumber: true,
      cell: ({ goods }) => <CountedSum amount={goods?.earnedAmount ?? NOTHING} />,
      phone: 'end',
    },
    {
      id: 'used',
      label: t('income.used'),
      isNumber: true,
      cell: ({ usedPercent }) => `${usedPercent}%`,
      phone: 'named',
    },
    {
      id: 'clearable',
      label: t('income.toCollect'),
      isNumber: true,
      cell: ({ goods }) => <CountedSum amount={goods?.clearableAmount ?? NOTHING} />,
      phone: 'named',
    },
  ]
}

/** What like machines ask, beside what this one does; nothing where too few are alike. */
function Asks({ share }: { share: Share }) {
  const { t } = useTranslation()
  const query = { cpuCores: share.cpuCores, ramSize: share.ramSize }
  const { data } = useQuery({
    queryKey: ['compute', 'price-advice', query],
    queryFn: () => api(advisePrice, { query }),
    staleTime: 60_000,
  })
  const own = perDayText(share.price, share.servePeriod)
  if (!data?.advice || !own) return null
  const { perDayFrom: from, perDayTo: to } = data.advice
  return <small>{t('income.asks', { from: moneyText(from), to: moneyText(to), own: moneyText(own) })}</small>
}

const WITH_ADVICE: readonly IdleReason[] = ['waiting', 'ended', 'offline']

function Idle({ shares }: { shares: Share[] }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('income.idle')}>
      <ul className={classes.idle}>
        {shares.map((share) => {
          const reason = idleReasonOf(share) as IdleReason
          return (
            <li key={share.id}>
              <div>
                <strong>{share.authId}</strong>
                <span>{t(`income.why.${reason}`)}</span>
                {WITH_ADVICE.includes(reason) && <Asks share={share} />}
              </div>
              <Link href={paths.myCompute({ tab: 'share' })}>{t('income.mend')}</Link>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

/** Every shared machine with what it earned, how much it was in use, and what stands empty and why. */
export function MachineIncome({ income }: { income: Income }) {
  const { t } = useTranslation()
  const { data } = useShares('')
  const columns = useColumns()
  const shares = rowsOf(data?.pages, ({ id }) => id)
  if (shares.length === 0) return null
  const rows = shares.map((share) => {
    const goods = income.goods.find(({ productId }) => productId === share.id)
    return { share, goods, usedPercent: usedPercentOf(share, goods?.servedSeconds ?? 0, income) }
  })
  const idle = shares.filter((share) => idleReasonOf(share) !== undefined)
  return (
    <>
      <Panel title={t('income.byMachine')}>
        <DataTable
          label={t('income.byMachine')}
          columns={columns}
          rows={rows}
          idOf={({ share }) => share.id}
          hrefOf={({ share, goods }) =>
            goods?.orderId ? paths.order({ id: goods.orderId }) : paths.computeOffer({ id: share.id })
          }
        />
        <LoneLink href={ordersPath('profit', 'calculateOrder')}>{t('machines.share.orders')}</LoneLink>
      </Panel>
      {idle.length > 0 && <Idle shares={idle} />}
    </>
  )
}
