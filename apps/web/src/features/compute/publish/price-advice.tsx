import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  ADVICE_DAYS,
  ADVICE_MACHINES_MIN,
  advisePrice,
  type PriceAdvice as PriceAdviceShape,
} from '@trove/contract/compute/publishing'
import { CPU_CORES_MAX, SIZE_MAX } from '@trove/contract/compute/shapes'
import { formatYuan } from '@trove/units/money'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { api } from '../../../lib/calls/api.ts'
import { fenOf, moneyText, perDayText } from '../../../lib/shown/money.ts'
import { useDelayed } from '../../../lib/shown/use-delayed.ts'
import { priceOf } from './offer-form.ts'
import classes from './publish-compute.module.css'
import type { OfferForm } from './use-publish-compute.ts'

const DELAY_MS = 500

type Advice = z.output<typeof PriceAdviceShape>

const countOf = (text: string, most: number) =>
  /^[1-9]\d*$/.test(text) && Number(text) <= most ? Number(text) : undefined

/** Advice for cores and RAM as typed, asked again once they stand still; not asked while one of them is missing. */
function useAdvice(cores: string, ram: string, model: string) {
  const settled = useDelayed(`${cores} ${ram} ${model}`, DELAY_MS).split(' ')
  const [cpuCores, ramSize, gpuModel] = settled as [string, string, string]
  const query = {
    cpuCores: countOf(cpuCores, CPU_CORES_MAX),
    ramSize: countOf(ramSize, SIZE_MAX),
    gpuModel: gpuModel || undefined,
  }
  const isAsked = query.cpuCores !== undefined && query.ramSize !== undefined
  const { data, isError } = useQuery({
    queryKey: ['compute', 'price-advice', query],
    queryFn: () => api(advisePrice, { query }),
    enabled: isAsked,
    staleTime: 60_000,
  })
  return { isAsked, advice: data?.advice, isError: isError && !data }
}

function Rented({ advice }: { advice: Advice }) {
  const { t } = useTranslation()
  const { rented, rentedWithinDays: days } = advice
  const said = { rented, window: ADVICE_DAYS }
  if (rented === 0) return null
  if (days === null) return <p>{t('publishing.advice.rented', said)}</p>
  if (days === 1) return <p>{t('publishing.advice.rentedWithinDay', said)}</p>
  return <p>{t('publishing.advice.rentedWithin', { ...said, days })}</p>
}

function Asks({ advice }: { advice: Advice }) {
  const { t } = useTranslation()
  const [from, to] = [moneyText(advice.perDayFrom), moneyText(advice.perDayTo)]
  const key = from === to ? 'publishing.advice.asksOne' : 'publishing.advice.asks'
  return <p className={classes.asks}>{t(key, { from, to, machines: advice.machines })}</p>
}

const MONTH_DAYS = 30n
const PERCENT = 100n

/** What a month brings at the price that was typed, if the machine is let as often as those like it. */
function Month({ advice, price, days }: { advice: Advice; price: string; days: string }) {
  const { t } = useTranslation()
  const perDay = perDayText(price, Number(days))
  if (!perDay || advice.usedPercent === null) return null
  const fen = (fenOf(perDay) * MONTH_DAYS * BigInt(advice.usedPercent)) / PERCENT
  return <p>{t('publishing.advice.monthAtUse', { percent: advice.usedPercent, amount: moneyText(formatYuan(fen)) })}</p>
}

/**
 * What like machines ask and how soon they were rented. It takes two lines as long as there is nothing to say but why; once
 * there is advice, it keeps the room of a whole one, so that what stands below stays where it is when another one comes.
 */
export function PriceAdvice({ form }: { form: OfferForm }) {
  const { t } = useTranslation()
  const watched = useWatch({ control: form.control, name: ['cpuCores', 'ramSize', 'servePeriod', 'gpuModel', 'price'] })
  const [cores, ram, days, model, typed] = watched
  const { isAsked, advice, isError } = useAdvice(cores, ram, model)
  const price = advice ? priceOf(advice.perDayMiddle, days) : undefined
  return (
    <section
      className={classes.advice}
      data-known={advice ? true : undefined}
      aria-label={t('publishing.advice.title')}
      aria-live="polite"
    >
      {!isAsked && <p>{t('publishing.advice.fillIn')}</p>}
      {isError && <p>{t('publishing.advice.failed')}</p>}
      {isAsked && !isError && advice === undefined && <p>{t('publishing.advice.loading')}</p>}
      {advice === null && <p>{t('publishing.advice.none', { least: ADVICE_MACHINES_MIN })}</p>}
      {advice && (
        <>
          <Asks advice={advice} />
          <Rented advice={advice} />
          <Month advice={advice} price={typed} days={days} />
        </>
      )}
      {advice && price && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => form.setValue('price', price, { shouldDirty: true, shouldValidate: true })}
        >
          {t('publishing.advice.use', { amount: moneyText(advice.perDayMiddle) })}
        </Button>
      )}
      <p className={classes.counted}>{t('publishing.advice.help')}</p>
    </section>
  )
}
