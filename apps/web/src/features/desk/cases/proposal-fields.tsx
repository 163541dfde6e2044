import { Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** `error`: what is wrong with it, in words; false where it is right. */
type FieldProps = { value: string; onChange: (value: string) => void; error: string | false | undefined }

/** The yuan that a cashier proposes to move. */
export function AmountField({ label, onChange, ...field }: FieldProps & { label: string }) {
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      onChange={(event) => onChange(event.currentTarget.value)}
      withAsterisk
      {...field}
    />
  )
}

/** Why, for whoever has to agree. */
export function WhyField({ onChange, ...field }: FieldProps) {
  const { t } = useTranslation()
  return (
    <Textarea
      label={t('desk.payouts.reason')}
      maxLength={500}
      rows={2}
      onChange={(event) => onChange(event.currentTarget.value)}
      withAsterisk
      {...field}
    />
  )
}
