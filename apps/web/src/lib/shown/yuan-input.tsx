import { UnitInput } from '@trove/ui/inputs/unit-input'
import { parseYuan } from '@trove/units/money'
import { useTranslation } from 'react-i18next'

/** Whether a text is an amount above nothing. */
export const isPrice = (text: string): boolean => (parseYuan(text) ?? 0n) > 0n

type YuanInputProps = {
  label: string
  value: string
  onChange: (value: string) => void
  description?: string
  error?: string | undefined
}

/** An amount of yuan, to the fen. */
export function YuanInput(props: YuanInputProps) {
  const { t } = useTranslation()
  return <UnitInput prefix={t('units.yuanSign')} decimals={2} maxDigits={9} {...props} />
}
