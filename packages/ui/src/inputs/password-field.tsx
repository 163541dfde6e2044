import { PasswordInput, type PasswordInputProps } from '@mantine/core'

type PasswordFieldProps = Omit<PasswordInputProps, 'visibilityToggleButtonProps'> & {
  /** What its eye does, said to screen readers; the library would say it in English. */
  showLabel: string
}

/** A field for a secret that can be shown. Unlike the library's own it says to screen readers, too, that it is wrong. */
export function PasswordField({ showLabel, ...props }: PasswordFieldProps) {
  const eye = { 'aria-label': showLabel }
  return (
    <PasswordInput
      aria-invalid={props.error ? true : undefined}
      visibilityToggleFocusable
      visibilityToggleButtonProps={eye}
      {...props}
    />
  )
}
