import { cloneElement, lazy, Suspense, useState } from 'react'
import { useDevice } from '../base/device.tsx'
import type { MenuProps } from './menu-entries.tsx'

export type { MenuEntry } from './menu-entries.tsx'

const load = () => import('./menu-body.tsx')
const MenuBody = lazy(load)
const preload = () => void load().catch(() => undefined)

/** A menu behind a button: a dropdown with arrow keys at a desk, a list in a sheet on a phone. Its body arrives with the first press. */
export function Menu(props: MenuProps) {
  const [isWanted, setWanted] = useState(false)
  const isPhone = useDevice() === 'mobile'
  const trigger = cloneElement(props.trigger, {
    'aria-haspopup': isPhone ? 'dialog' : 'menu',
    'aria-expanded': false,
    onClick: () => setWanted(true),
    onPointerEnter: preload,
    onFocus: preload,
  })
  if (!isWanted) return trigger
  return (
    <Suspense fallback={trigger}>
      <MenuBody {...props} />
    </Suspense>
  )
}
