import { Radio } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { LicenceName } from '@trove/contract/code/licences'
import { getWork } from '@trove/contract/code/works'
import type { RouteData } from '@trove/contract/kit/route'
import { feeOn } from '@trove/contract/payment/fee'
import { EmptyState } from '@trove/ui/feedback/empty-state'
import { EmptyMessagesPicture } from '@trove/ui/feedback/pictures'
import { formatYuan } from '@trove/units/money'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { api } from '../../../lib/calls/api.ts'
import { fenOf, moneyText } from '../../../lib/shown/money.ts'
import { Checkout, type CheckoutFace } from '../../../market/checkout/checkout.tsx'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import { Seller } from '../../../market/detail/seller.tsx'
import { codeMarket } from '../market.ts'
import { WorkCheckoutBones } from './checkout-bones.tsx'
import classes from './goods.module.css'

type Work = RouteData<typeof getWork>
type Offer = Work['licences'][number]

/** What can be paid for: not what is free, and not what one has. */
const buyable = (work: Work) =>
  work.licences.filter(({ licence, price }) => Number(price) > 0 && !work.ownLicences.includes(licence))

function Licences({ work, value, onChange }: { work: Work; value: Offer; onChange: (licence: LicenceName) => void }) {
  const { t } = useTranslation()
  const noteOf = ({ licence, price }: Offer) => {
    if (work.ownLicences.includes(licence)) return t('codeOrders.owned')
    return Number(price) === 0 ? t('codeOrders.free') : moneyText(price)
  }
  return (
    <Panel title={t('codeOrders.choose')}>
      <Radio.Group
        aria-label={t('codeOrders.choose')}
        value={value.licence}
        onChange={(licence) => onChange(licence as LicenceName)}
      >
        <div className={classes.licences}>
          {work.licences.map((offer) => (
            <div key={offer.licence} className={classes.licence}>
              <Radio
                value={offer.licence}
                label={t(`codeOrders.licence.${offer.licence}`)}
                description={t(`codeOrders.licenceText.${offer.licence}`)}
                disabled={!buyable(work).includes(offer)}
              />
              <span>{noteOf(offer)}</span>
            </div>
          ))}
        </div>
      </Radio.Group>
      <Quiet>{t('codeOrders.seven')}</Quiet>
    </Panel>
  )
}

/** What is bought, at which price and on which terms. */
function useFaceOf() {
  const { t } = useTranslation()
  return (work: Work, chosen: Offer, choose: (licence: LicenceName) => void): CheckoutFace => ({
    purchase: { productId: work.id, productType: 'code', licence: chosen.licence },
    tab: codeMarket.tab,
    price: chosen.price,
    terms: [
      { label: t('codeOrders.field.licence'), amount: t(`codeOrders.licence.${chosen.licence}`) },
      { label: t('orders.fee'), amount: moneyText(formatYuan(feeOn(fenOf(chosen.price)))) },
    ],
    about: <Seller name={work.nickName} avatarSrc={null} byline={work.title} />,
    more: <Licences work={work} value={chosen} onChange={choose} />,
    hold: t('codeOrders.hold'),
    notice: t('codeOrders.notice'),
    unavailable: work.state === 'online' ? undefined : t('codeOrders.notOnSale'),
  })
}

/** The settlement desk of a work: under which licence, and what it costs as the server says it. */
export default function CheckoutCode() {
  const { t } = useTranslation()
  const faceOf = useFaceOf()
  const id = useParams().id ?? ''
  const [search, setSearch] = useSearchParams()
  const fresh = useQuery({ queryKey: ['code', 'checkout', id], queryFn: () => api(getWork, { params: { id } }) })
  const work = fresh.data
  const open = work ? buyable(work) : []
  const chosen = open.find(({ licence }) => licence === search.get('licence')) ?? open[0]
  const toWork = { label: t('codeOrders.toWork'), href: paths.codeDetail({ id }) }
  const isOwned = work?.licences.every(({ licence }) => work.ownLicences.includes(licence))
  if (work && !work.isMine && !chosen)
    return (
      <EmptyState
        illustration={<EmptyMessagesPicture />}
        title={t(isOwned ? 'codeOrders.owned' : 'codeOrders.free')}
        text={isOwned ? undefined : t('codeOrders.freeText')}
        action={toWork}
      />
    )
  return (
    <Checkout
      face={work && chosen && faceOf(work, chosen, (licence) => setSearch({ licence }, { replace: true }))}
      bones={<WorkCheckoutBones />}
      error={fresh.error}
      reload={() => void fresh.refetch()}
      own={
        work?.isMine
          ? {
              illustration: <EmptyMessagesPicture />,
              title: t('codeOrders.own'),
              text: t('codeOrders.ownText'),
              action: toWork,
              secondAction: { label: t('codeOrders.others'), href: paths.codeList() },
            }
          : undefined
      }
    />
  )
}
