import { Checkbox, Select, Textarea } from '@mantine/core'
import { feeOn } from '@trove/contract/payment/fee'
import { deliverDays } from '@trove/contract/talent/hours'
import { EmptyMessagesPicture } from '@trove/ui/feedback/pictures'
import { formatYuan } from '@trove/units/money'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { useTree } from '../../../lib/calls/dictionary.ts'
import { fenOf, moneyText } from '../../../lib/shown/money.ts'
import { Checkout, type CheckoutFace } from '../../../market/checkout/checkout.tsx'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import { Seller } from '../../../market/detail/seller.tsx'
import { WaitingPanel } from '../../../market/detail/waiting-panel.tsx'
import { draftOf } from '../../../market/publish/draft.ts'
import { FreeTimes } from '../calendar/free-times.tsx'
import { type Agreed, type Page, useAgreement, useHomepage } from '../data/queries.ts'
import { talentMarket } from '../market.ts'
import classes from '../talent.module.css'
import { HireCheckoutBones } from './checkout-bones.tsx'

const REQUIRE_MAX = 2000

/** What the buyer chose so far; package and requirement are kept for this tab, the agreement is accepted each time. */
function useChoice(id: string) {
  const draft = draftOf<{ hours: string; requirement: string }>(`trove-hire-${id}`)
  const [typed, setTyped] = useState(() => ({ hours: '8', requirement: '', ...draft.read() }))
  const [agreedHash, agree] = useState<string>()
  const change = (next: Partial<typeof typed>) => {
    setTyped({ ...typed, ...next })
    draft.keep({ ...typed, ...next })
  }
  return { ...typed, change, drop: draft.drop, agreedHash, agree }
}
type Choice = ReturnType<typeof useChoice>

function Chosen({ page, choice }: { page: Page; choice: Choice }) {
  const { t } = useTranslation()
  const packages = useTree('working_hour').map(({ value, label }) => ({ value, label }))
  return (
    <>
      <Seller
        name={page.realName}
        mark={page.isDemo ? t('common.demo') : undefined}
        avatarSrc={page.realHeadImgUrl}
        byline={page.identity}
      />
      <Select
        label={t('talent.checkout.hours')}
        data={packages}
        value={choice.hours}
        onChange={(hours) => hours && choice.change({ hours })}
        allowDeselect={false}
      />
      <Textarea
        label={t('talent.checkout.require')}
        description={t('talent.checkout.requireHelp')}
        value={choice.requirement}
        onChange={(event) => choice.change({ requirement: event.currentTarget.value })}
        maxLength={REQUIRE_MAX}
        autosize
        minRows={4}
        withAsterisk
      />
    </>
  )
}

function Agreement({ asked: { data, error, refetch }, choice }: { asked: Agreed; choice: Choice }) {
  const { t } = useTranslation()
  if (!data) return <WaitingPanel title={t('talent.checkout.agreement')} error={error} refetch={refetch} />
  return (
    <Panel title={t('talent.checkout.agreement')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <ol className={classes.clauses} tabIndex={0} aria-label={t('talent.checkout.agreement')}>
        {data.clauses.map((clause) => (
          <li key={clause}>{clause}</li>
        ))}
      </ol>
      <Quiet>{t('talent.checkout.agreementVersion', { version: data.version, hash: data.hash.slice(0, 12) })}</Quiet>
      <Checkbox
        label={t('talent.checkout.agree')}
        checked={choice.agreedHash === data.hash}
        onChange={(event) => choice.agree(event.currentTarget.checked ? data.hash : undefined)}
      />
    </Panel>
  )
}

/** Why it cannot be paid yet, as the checkout says it beside the button. */
function useHindrance(page: Page | undefined, choice: Choice, agreement: Agreed): string | undefined {
  const { t } = useTranslation()
  if (page && !page.isOpen) return t('talent.checkout.unavailable')
  if (choice.requirement.trim() === '') return t('talent.checkout.requireFirst')
  const isAgreed = agreement.data !== undefined && choice.agreedHash === agreement.data.hash
  return isAgreed ? undefined : t('talent.checkout.agreeFirst')
}

function useFace(page: Page | undefined, choice: Choice, agreement: Agreed): CheckoutFace | undefined {
  const { t } = useTranslation()
  const unavailable = useHindrance(page, choice, agreement)
  if (!page) return undefined
  const hours = Number(choice.hours)
  const hourSalary = page.hourSalary ?? '0.00'
  const price = formatYuan(fenOf(hourSalary) * BigInt(hours))
  return {
    purchase: {
      productId: page.productId,
      productType: 'manpower',
      manWorkingHourId: choice.hours,
      manWorkingRequire: choice.requirement,
      manAgreement: agreement.data?.hash,
    },
    tab: talentMarket.tab,
    price,
    terms: [
      { label: t('talent.checkout.price'), amount: moneyText(hourSalary) },
      { label: t('talent.checkout.hours'), amount: t('talent.order.hours', { count: hours }) },
      { label: t('talent.checkout.deliver'), amount: t('talent.checkout.deliverIn', { days: deliverDays(hours) }) },
      { label: t('orders.fee'), amount: moneyText(formatYuan(feeOn(fenOf(price)))) },
    ],
    about: <Chosen page={page} choice={choice} />,
    more: (
      <>
        <FreeTimes page={page} />
        <Agreement asked={agreement} choice={choice} />
      </>
    ),
    hold: t('talent.checkout.hold'),
    notice: t('talent.checkout.notice'),
    unavailable,
    onOrdered: choice.drop,
  }
}

/** The settlement desk of an expert's hours: the package, what is to be done, the agreement. */
export default function CheckoutTalent() {
  const { t } = useTranslation()
  const id = useParams().id ?? ''
  const { data: page, error, refetch } = useHomepage(id)
  const choice = useChoice(id)
  const agreement = useAgreement()
  // After a refusal the agreement may be a newer one, which is to be read first.
  const reload = () => {
    void refetch()
    void agreement.refetch()
  }
  return (
    <Checkout
      face={useFace(page, choice, agreement)}
      bones={<HireCheckoutBones />}
      error={error}
      reload={reload}
      own={
        page?.isOwn
          ? {
              illustration: <EmptyMessagesPicture />,
              title: t('talent.checkout.own'),
              text: t('talent.checkout.ownText'),
              action: { label: t('talent.myHomepage'), href: paths.talent() },
            }
          : undefined
      }
    />
  )
}
