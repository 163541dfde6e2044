import { type FileButtonProps, FileButton as MantineFileButton } from '@mantine/core'
import { useRef } from 'react'

/** A button that opens the choice of files. The same file can be chosen again, after it failed or was taken away. */
export function FileButton<Multiple extends boolean = false>({ onChange, ...rest }: FileButtonProps<Multiple>) {
  const reset = useRef<() => void>(null)
  return (
    <MantineFileButton<Multiple>
      {...(rest as FileButtonProps<Multiple>)}
      resetRef={reset}
      onChange={(chosen) => {
        onChange(chosen)
        reset.current?.()
      }}
    />
  )
}
