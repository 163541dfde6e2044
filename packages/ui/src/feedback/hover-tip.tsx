import { cloneElement, lazy, type ReactElement, Suspense, useState } from 'react'

const TipBody = lazy(() => import('./tip-body.tsx'))

/** Words that show beside a thing under the pointer. The thing names itself for everyone else (`aria-label`). */
export function HoverTip({
  label,
  children,
}: {
  label: string
  children: ReactElement<{ onPointerEnter?: () => void }>
}) {
  const [isWanted, setWanted] = useState(false)
  if (!isWanted) return cloneElement(children, { onPointerEnter: () => setWanted(true) })
  return (
    <Suspense fallback={children}>
      <TipBody label={label}>{children}</TipBody>
    </Suspense>
  )
}
