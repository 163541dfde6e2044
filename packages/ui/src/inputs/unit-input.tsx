import { TextInput } from '@mantine/core'
import type { FocusEventHandler, ReactNode, Ref } from 'react'
import classes from './unit-input.module.css'

/** What may be typed: digits only, or digits with at most `decimals` places. */
export type NumberGuard = {
  decimals?: number
  /** Digits before the point. */
  maxDigits?: number
  /** Greatest value; more is set back to it. */
  max?: number
}

type UnitInputProps = NumberGuard & {
  label: string
  /** The label is only read out: what stands beside the field says it. */
  isLabelHidden?: boolean
  value: string
  onChange: (value: string) => void
  /** Unit inside the field at its right. */
  unit?: string
  /** Sign inside the field at its left (currency). */
  prefix?: string
  /** Called when the value was set back to `max`, for a warning. */
  onClamped?: (max: number) => void
  description?: ReactNode
  error?: ReactNode
  placeholder?: string
  isRequired?: boolean
  isDisabled?: boolean
  name?: string
  onBlur?: FocusEventHandler<HTMLInputElement>
  inputRef?: Ref<HTMLInputElement>
}

const halfWidth = (text: string) =>
  text
    .replace(/[\uff10-\uff19]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
    .replace(/[\u3002\uff0e]/g, '.')

/** Keeps of a text what the guard allows; full-width digits become plain ones. Pure, exact, never a float. */
export function guardNumber(text: string, { decimals = 0, maxDigits, max }: NumberGuard): string {
  const [whole = '', ...rest] = halfWidth(text)
    .replace(/[^\d.]/g, '')
    .split('.')
  const integer = maxDigits ? whole.slice(0, maxDigits) : whole
  const hasPoint = decimals > 0 && rest.length > 0
  const guarded = hasPoint ? `${integer || '0'}.${rest.join('').slice(0, decimals)}` : integer
  const isOver = max !== undefined && guarded !== '' && Number(guarded) > max
  return isOver ? String(max) : guarded
}

/** A number field with its unit inside: takes digits (and a decimal part where told) and nothing else. */
export function UnitInput(props: UnitInputProps) {
  const { unit, prefix, value, onChange, onClamped, decimals, maxDigits, max, isRequired, isDisabled, inputRef } = props
  const change = (text: string) => {
    const unclamped = guardNumber(text, { decimals, maxDigits })
    const guarded = guardNumber(unclamped, { decimals, maxDigits, max })
    if (max !== undefined && guarded !== unclamped) onClamped?.(max)
    onChange(guarded)
  }
  return (
    <TextInput
      ref={inputRef}
      label={props.isLabelHidden ? undefined : props.label}
      aria-label={props.isLabelHidden ? props.label : undefined}
      description={props.description}
      error={props.error}
      placeholder={props.placeholder}
      name={props.name}
      withAsterisk={isRequired}
      aria-required={isRequired}
      disabled={isDisabled}
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={props.onBlur}
      inputMode={decimals ? 'decimal' : 'numeric'}
      autoComplete="off"
      classNames={{ input: classes.input }}
      rightSection={unit ? <span className={classes.unit}>{unit}</span> : undefined}
      rightSectionWidth={unit ? 'auto' : undefined}
      rightSectionPointerEvents="none"
      leftSection={prefix}
      leftSectionPointerEvents="none"
    />
  )
}
