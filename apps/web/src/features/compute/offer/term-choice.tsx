import { Radio, Stack } from '@mantine/core'
import { LEASE_HOURS_MAX } from '@trove/contract/compute/lease-terms'
import { UnitInput } from '@trove/ui/inputs/unit-input'
import { formatYuan } from '@trove/units/money'
import { useTranslation } from 'react-i18next'
import type { AddressChoices } from '../../../lib/addresses/use-address-choices.ts'
import { moneyText } from '../../../lib/shown/money.ts'
import { Panel } from '../../../market/detail/panel.tsx'
import { hoursFen, perHourWords, termText } from '../facts/lease-term.ts'

/** Hours that the choice begins with. */
const FIRST_HOURS = 2

/** For how long it is bought: the address says so many hours, or nothing for the period of the offer. */
export function useTermChoice({ said, write }: AddressChoices) {
  const text = said.get('hours')
  const hours = text !== null && /^[1-9]\d{0,2}$/.test(text) ? Math.min(Number(text), LEASE_HOURS_MAX) : undefined
  const choose = (next: string | undefined) => write('hours', next)
  /** `text` is empty while the number is being typed. */
  return { isByHour: text !== null, hours, text: text ?? '', choose }
}
export type TermChoiceModel = ReturnType<typeof useTermChoice>

type PricedTerms = { price: string; servePeriod: number; hourPrice: string | null }

/** What is bought under the choice: how long, and what it costs. */
export function termsOf({ price, servePeriod, hourPrice }: PricedTerms, { isByHour, hours = 1 }: TermChoiceModel) {
  if (!isByHour || hourPrice === null) return { price, servePeriod, serveHours: null, hourPrice }
  return { price: formatYuan(hoursFen(hourPrice, hours)), servePeriod: 0, serveHours: hours, hourPrice }
}

/** A choice between the period of the offer and so many hours; nothing where it is not let by the hour. */
export function TermChoice({ offer, model }: { offer: PricedTerms; model: TermChoiceModel }) {
  const { t } = useTranslation()
  const { isByHour, text, choose } = model
  if (offer.hourPrice === null) return null
  const period = t('compute.term.whole', { period: termText(offer), amount: moneyText(offer.price) })
  return (
    <Panel title={t('compute.term.title')}>
      <Radio.Group
        value={isByHour ? 'hour' : 'period'}
        onChange={(value) => choose(value === 'hour' ? String(FIRST_HOURS) : undefined)}
        aria-label={t('compute.term.title')}
      >
        <Stack gap="xs">
          <Radio value="period" label={period} />
          <Radio value="hour" label={t('compute.term.byHour', { price: perHourWords(offer.hourPrice) })} />
        </Stack>
      </Radio.Group>
      {isByHour && (
        <UnitInput
          label={t('compute.term.hours')}
          description={t('compute.term.hoursHelp', { most: LEASE_HOURS_MAX })}
          unit={t('compute.term.unit')}
          value={text}
          onChange={choose}
          maxDigits={3}
          max={LEASE_HOURS_MAX}
        />
      )}
    </Panel>
  )
}
