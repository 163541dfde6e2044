import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'

/** The library's tooltip; `hover-tip.tsx` fetches this file when a pointer first rests on something. */
export default function TipBody({ label, children }: { label: string; children: ReactElement }) {
  return (
    <Tooltip label={label} withArrow>
      {children}
    </Tooltip>
  )
}
