import { type ComponentType, lazy, Suspense } from 'react'
import { useLocation } from 'react-router'

/**
 * A screen, and a page at `at` that is not there yet: the screen stays in sight, and alive, for the moments between going and
 * coming, made as long as the test wants. `come` lets the page arrive; it says `text`.
 */
export function beforeSlowPage(Screen: ComponentType, at: string, text: string) {
  let come = () => {}
  const arrived = new Promise<void>((resolve) => {
    come = resolve
  })
  const Page = lazy(() => arrived.then(() => ({ default: () => <p>{text}</p> })))
  function Place() {
    return useLocation().pathname === at ? <Page /> : <Screen />
  }
  const element = (
    <Suspense fallback={null}>
      <Place />
    </Suspense>
  )
  return { element, come: () => come() }
}
