import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useDevice } from '../base/device.tsx'
import classes from './side-rail.module.css'

/** From this width on a list and a rail beside it both have room. */
const WIDE = '(min-width: 1200px)'

/** Whether a list has its choices in a rail beside it: at a desk, where the window has room for both. */
export function useHasRail(): boolean {
  const isWide = useMediaQuery(WIDE, false, { getInitialValueInEffect: false })
  return useDevice() !== 'mobile' && Boolean(isWide)
}

/** A list with its choices in a rail at the left, where the window has room for both; elsewhere the list alone. */
export function SideRail({ rail, label, children }: { rail: ReactNode; label: string; children: ReactNode }) {
  if (!useHasRail()) return children
  return (
    <div className={classes.page}>
      <aside className={classes.rail} aria-label={label}>
        {rail}
      </aside>
      <div className={classes.list}>{children}</div>
    </div>
  )
}
