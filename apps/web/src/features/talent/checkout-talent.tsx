import { Checkbox, Select, Textarea } from '@mantine/core'
import { feeOn } from '@trove/contract/payment/fee'
import { deliverDays } from '@trove/contract/talent/hours'
import { EmptyMessagesPicture } from '@trove/ui/feedback/pictures'
import { formatYuan } from '@trove/units/money'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { fenOf, moneyText } from '../../lib/money.ts'
import { paths } from '../../lib/paths.ts'
import { Checkout, type CheckoutFace } from '../../market/checkout/checkout.tsx'
import { Panel, Quiet } from '../../market/detail/panel.tsx'
import { Seller } from '../../market/detail/seller.tsx'
import { type Page, useAgreement, useHomepage, useTree } from './queries.ts'
import classes from './talent.module.css'

const REQUIRE_MAX = 2000

/** What the buyer chose so far. */
function useChoice() {
  const [hours, setHours] = useState<string>('8')
  const [requirement, setRequirement] = useState('')
  const [isAgreed, setAgreed] = useState(false)
  return { hours, setHours, requirement, setRequirement, isAgreed, setAgreed }
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
        onChange={(value) => value && choice.setHours(value)}
        allowDeselect={false}
      />
      <Textarea
        label={t('talent.checkout.require')}
        description={t('talent.checkout.requireHelp')}
        value={choice.requirement}
        onChange={(event) => choice.setRequirement(event.currentTarget.value)}
        maxLength={REQUIRE_MAX}
        autosize
        minRows={4}
        withAsterisk
      />
    </>
  )
}

function Agreement({ choice }: { choice: Choice }) {
  const { t } = useTranslation()
  const { data } = useAgreement()
  if (!data) return null
  return (
    <Panel title={t('talent.checkout.agreement')}>
      <ol className={classes.clauses}>
        {data.clauses.map((clause) => (
          <li key={clause}>{clause}</li>
        ))}
      </ol>
      <Quiet>{t('talent.checkout.agreementVersion', { version: data.version, hash: data.hash.slice(0, 12) })}</Quiet>
      <Checkbox
        label={t('talent.checkout.agree')}
        checked={choice.isAgreed}
        onChange={(event) => choice.setAgreed(event.currentTarget.checked)}
      />
    </Panel>
  )
}

/** Why it cannot be paid yet, as the checkout says it beside the button. */
function useHindrance(page: Page | undefined, choice: Choice): string | undefined {
  const { t } = useTranslation()
  if (page && !page.isOpen) return t('talent.checkout.unavailable')
  if (choice.requirement.trim() === '') return t('talent.checkout.requireFirst')
  return choice.isAgreed ? undefined : t('talent.checkout.agreeFirst')
}

function useFace(page: Page | undefined, choice: Choice): CheckoutFace | undefined {
  const { t } = useTranslation()
  const { data: agreement } = useAgreement()
  const unavailable = useHindrance(page, choice)
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
      manAgreement: agreement?.hash,
    },
    price,
    terms: [
      { label: t('talent.checkout.price'), amount: moneyText(hourSalary) },
      { label: t('talent.checkout.hours'), amount: t('talent.order.hours', { count: hours }) },
      { label: t('talent.checkout.deliver'), amount: t('talent.checkout.deliverIn', { days: deliverDays(hours) }) },
      { label: t('orders.fee'), amount: moneyText(formatYuan(feeOn(fenOf(price)))) },
    ],
    about: <Chosen page={page} choice={choice} />,
    more: <Agreement choice={choice} />,
    unavailable,
  }
}

/** The settlement desk of an expert's hours: the package, what is to be done, the agreement. */
export default function CheckoutTalent() {
  const { t } = useTranslation()
  const id = useParams().id ?? ''
  const { data: page, error, refetch } = useHomepage(id)
  const choice = useChoice()
  return (
    <Checkout
      face={useFace(page, choice)}
      error={error}
      reload={() => void refetch()}
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
