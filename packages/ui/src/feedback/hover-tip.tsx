import { type ComponentProps, cloneElement, lazy, type ReactElement, Suspense, useState } from 'react'

type Body = typeof import('./tip-body.tsx')

/** Where its words cannot be had the thing stands as it was: a pointer over it breaks no page. */
const without: Body = { default: ({ children }: ComponentProps<Body['default']>) => children }
const TipBody = lazy(() => import('./tip-body.tsx').catch(() => without))

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
