import { lazy, Suspense, useState } from 'react'
import type { DialogProps } from './dialog.tsx'

const DialogBody = lazy(() => import('./dialog.tsx').then(({ Dialog }) => ({ default: Dialog })))

/** A dialog whose code arrives when it first opens: for pages where most visits never open it. */
export function LazyDialog(props: DialogProps) {
  const [wasOpened, setOpened] = useState(props.isOpen)
  if (props.isOpen && !wasOpened) setOpened(true)
  if (!wasOpened) return null
  return (
    <Suspense fallback={null}>
      <DialogBody {...props} />
    </Suspense>
  )
}
