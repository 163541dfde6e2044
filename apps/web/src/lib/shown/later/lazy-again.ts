import { type ComponentType, createElement, lazy, useState } from 'react'

/** Fetches the code of a part. */
export type Load<P> = () => Promise<{ default: ComponentType<P> }>
/** What stands in the place of a part that could not be had. */
type Missing = ComponentType<{ retry: () => void }>

/** Until a failure is in sight the same one is drawn again and again: forgotten at once, it would be fetched without end. */
const SHOWN_BY_MS = 1_000

/**
 * A part of a page whose code arrives after it, within a `Suspense`. What could not be had once is not given up for the rest of
 * the visit: it is fetched anew by `retry`, and by what draws it later.
 */
export function lazyAgain<P extends object>(load: Load<P>, missing: Missing): ComponentType<P> {
  type Body = ComponentType<{ props: P; retry: () => void }>
  let latest = begin()
  function begin(): Body {
    const mine: Body = lazy(async (): Promise<{ default: Body }> => {
      try {
        const { default: part } = await load()
        return { default: ({ props }) => createElement(part, props) }
      } catch {
        const forget = () => {
          if (latest === mine) latest = begin()
        }
        setTimeout(forget, SHOWN_BY_MS)
        const again = (retry: () => void) => () => {
          forget()
          retry()
        }
        return { default: ({ retry }) => createElement(missing, { retry: again(retry) }) }
      }
    })
    return mine
  }
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, as a module is read, like `lazy`
  return function Part(props: P) {
    const [body, setBody] = useState(() => latest)
    return createElement(body, { props, retry: () => setBody(() => latest) })
  }
}
