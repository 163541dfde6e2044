import { ActionButton } from '@trove/ui/actions/action-button'
import { Link } from '@trove/ui/base/link'
import { DetailSkeleton } from '@trove/ui/feedback/skeletons'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { Columns } from '@trove/ui/layout/columns'
import { PageHeader } from '@trove/ui/layout/page-header'
import { MoneyBlock } from '@trove/ui/lists/money-block'
import { accruedFen } from '@trove/units/accrual'
import { formatYuan } from '@trove/units/money'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { useNow } from '../../../lib/calls/clock.ts'
import { FailureOrGone } from '../../../lib/shown/failure-or-gone.tsx'
import { formatLeft, formatMoment } from '../../../lib/shown/format.ts'
import { fenOf, moneyText } from '../../../lib/shown/money.ts'
import { usePageTitle } from '../../../lib/shown/page-title.ts'
import { Panel } from '../../../market/detail/panel.tsx'
import type { Detailed } from '../../../market/orders/face.ts'
import { OrderTimeLine } from '../../../market/orders/order-time-line.tsx'
import { useOrder } from '../../../market/orders/queries.ts'
import { DowntimePanel } from '../downtime/downtime-panel.tsx'
import { useLeasedMachine } from '../facts/running-leases.ts'
import { FaultPanel } from '../faults/fault-panel.tsx'
import { FilesPanel } from '../files/files-panel.tsx'
import { LeasePanel } from '../orders/lease-panel.tsx'
import { computeOrderFace } from '../orders/order-face.tsx'
import { type Order, type Standing, standingOf } from '../orders/order-standing.tsx'
import { Specification } from '../orders/specification.tsx'
import { RecipePanel } from '../recipes/recipe-panel.tsx'
import classes from './cockpit.module.css'
import { ConnectPanel } from './connect-panel.tsx'
import { VitalsPanel } from './vitals-panel.tsx'

const FACES = [computeOrderFace]

/** Time and money of the lease as they run. */
function Cost({ order }: { order: Detailed<Order> }) {
  const { t } = useTranslation()
  const now = useNow(1_000)
  const [start, end] = [new Date(order.serveStartTime!), new Date(order.serveEndTime!)]
  const used = accruedFen(fenOf(order.totalAmount), start, end, now)
  return (
    <Panel title={t('cockpit.cost')}>
      <MoneyBlock
        rows={[
          { label: t('cockpit.left'), amount: formatLeft(end, now) },
          { label: t('cockpit.until'), amount: formatMoment(order.serveEndTime) },
          { label: t('cockpit.used'), amount: moneyText(formatYuan(used)) },
          { label: t('cockpit.paid'), amount: moneyText(order.totalAmount) },
        ]}
      />
    </Panel>
  )
}

function Help({ order }: { order: Detailed<Order> }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('cockpit.help')}>
      <div className={classes.links}>
        <Link className={classes.link} href={paths.askAbout({ kind: 'superPoints', subjectId: order.fkProductId })}>
          {t('cockpit.ask')}
        </Link>
        <Link className={classes.link} href={paths.order({ id: order.id })}>
          {t('machines.order')}
        </Link>
        <Link className={classes.link} href={paths.computeOffer({ id: order.fkProductId })}>
          {t('cockpit.offer')}
        </Link>
      </div>
    </Panel>
  )
}

/** Which machine it is, and how long it still lasts: what one looks for first, also on a phone. */
function What({ order }: { order: Detailed<Order> }) {
  const { t } = useTranslation()
  const now = useNow(30_000)
  return (
    <p className={classes.what}>
      <code>{order.authId}</code> · <Specification order={order} /> ·{' '}
      <strong>{t('machines.terminal.timeLeft', { time: formatLeft(new Date(order.serveEndTime!), now) })}</strong>
    </p>
  )
}

function Running({ order }: { order: Detailed<Order> }) {
  return (
    <>
      <What order={order} />
      <Columns
        aside={
          <>
            <Cost order={order} />
            <LeasePanel order={order} isCockpit />
            <DowntimePanel orderId={order.id} reader="buyer" />
            <FaultPanel orderId={order.id} productId={order.fkProductId} reader="buyer" />
            <Help order={order} />
          </>
        }
      >
        {/* Whoever comes for the terminal finds it first, also on a phone, where the figures alone fill a screen. */}
        <ConnectPanel productId={order.fkProductId} resourceId={order.authId} />
        <VitalsPanel productId={order.fkProductId} />
        <FilesPanel productId={order.fkProductId} />
        <RecipePanel orderId={order.id} />
      </Columns>
    </>
  )
}

/** Nothing of it is lost yet: it is paid, prepared, or waits for its time. */
const BEFORE = ['to-be-paid', 'provisioning', 'waiting'] as const
type Before = (typeof BEFORE)[number]
const isBefore = (standing: Standing): standing is Before => (BEFORE as readonly Standing[]).includes(standing)

/** Where an order stands that has no cockpit (yet), and what comes next; once its machine serves, the page is the cockpit. */
function Stands({ order, standing }: { order: Detailed<Order>; standing: Standing }) {
  const { t } = useTranslation()
  const words = computeOrderFace.useWords()
  const now = useNow(30_000)
  const { standing: _, ...look } = words.look(order, order.role)
  return (
    <div className={classes.stands} role="status">
      <StatusBadge {...look} />
      {/* Of a fault its order's page says more, and has the steps. */}
      {!order.openFault && <p>{words.next(order, now)}</p>}
      {standing === 'provisioning' && <p>{t('cockpit.opensItself')}</p>}
    </div>
  )
}

/** An order whose lease does not run has no cockpit, and a seller has none of a buyer's. */
function NotRunning({ order, standing }: { order: Detailed; standing?: Standing }) {
  const { t } = useTranslation()
  // It may have been renewed: the machine goes on under another order.
  const running = useLeasedMachine(order.fkProductId)
  const before = standing && isBefore(standing) ? standing : undefined
  // What renews a lease has its machine already.
  const isUnpaidRenewal = before === 'to-be-paid' && isCompute(order) && order.renewsOrderId !== null
  const title = before && (isUnpaidRenewal ? 'renewal' : before)
  return (
    <Panel title={t(title ? `cockpit.before.${title}` : 'cockpit.notRunning')}>
      {standing && isCompute(order) && <Stands order={order} standing={standing} />}
      {before && <OrderTimeLine order={order} face={computeOrderFace} />}
      <div className={classes.actions}>
        {running && order.role === 'buyer' && (
          <ActionButton
            kind={before === 'to-be-paid' ? 'plain' : 'main'}
            action={{
              label: t(before ? 'cockpit.toCurrent' : 'cockpit.goOn'),
              href: paths.cockpit({ orderId: running.orderId }),
            }}
          />
        )}
        <ActionButton
          kind={before === 'to-be-paid' ? 'main' : 'plain'}
          action={{ label: t('machines.order'), href: paths.order({ id: order.id }) }}
        />
        <ActionButton kind="plain" action={{ label: t('machines.terminal.back'), href: paths.myCompute() }} />
      </div>
    </Panel>
  )
}

const isCompute = (order: Detailed): order is Detailed<Order> => order.orderSource === 'superPoints'

/** Everything about one running lease at one address: what the machine does, the ways in, time and money. */
export default function Cockpit() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { orderId = '' } = useParams()
  const { data: order, error, refetch, isFetching } = useOrder(orderId, FACES)
  usePageTitle(order && isCompute(order) ? `${order.authId} · ${t('titles.cockpit')}` : undefined)
  const standing = order && isCompute(order) && order.role === 'buyer' ? standingOf(order) : undefined
  return (
    <>
      <PageHeader
        title={t('titles.cockpit')}
        back={{ label: t('machines.terminal.back'), onClick: () => navigate(paths.myCompute()) }}
      />
      {!order && !error && <DetailSkeleton label={t('common.loading')} />}
      {error && !order && (
        <FailureOrGone
          {...{ error, refetch }}
          title={t('cockpit.failed')}
          isBusy={isFetching}
          wayOn={{ label: t('titles.myCalculate'), href: paths.myCompute() }}
        />
      )}
      {order &&
        (standing === 'serving' && isCompute(order) ? (
          <Running order={order} />
        ) : (
          <NotRunning order={order} standing={standing} />
        ))}
    </>
  )
}
