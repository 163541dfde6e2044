import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** A field for a secret that can be shown. Unlike the library's own it says to screen readers, too, that it is wrong. */
export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput aria-invalid={props.error ? true : undefined} {...props} />
}
