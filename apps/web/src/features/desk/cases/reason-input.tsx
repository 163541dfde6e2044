import { Textarea } from '@mantine/core'

type ReasonInputProps = { label: string; value: string; onChange: (reason: string) => void; maxLength: number }

/** Why a case is ruled on as it is. */
export function ReasonInput({ label, value, onChange, maxLength }: ReasonInputProps) {
  return (
    <Textarea
      label={label}
      value={value}
      maxLength={maxLength}
      onChange={(event) => onChange(event.currentTarget.value)}
      autosize
      minRows={3}
      maxRows={8}
    />
  )
}
