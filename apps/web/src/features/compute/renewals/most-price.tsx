import { UnitInput } from '@trove/ui/inputs/unit-input'
import { parseYuan } from '@trove/units/money'
import { useTranslation } from 'react-i18next'

/** Whether a text is an amount that a renewal may cost. */
export const isMostPrice = (text: string): boolean => (parseYuan(text) ?? 0n) > 0n

type MostPriceProps = { value: string; onChange: (value: string) => void; description: string }

/** What a renewal may cost for its order to be prepared. */
export function MostPrice({ value, onChange, description }: MostPriceProps) {
  const { t } = useTranslation()
  return (
    <UnitInput
      label={t('autoRenewal.most')}
      prefix={t('units.yuanSign')}
      unit={t('units.yuan')}
      decimals={2}
      maxDigits={9}
      value={value}
      onChange={onChange}
      description={description}
    />
  )
}
