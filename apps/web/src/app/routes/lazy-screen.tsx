import { type ComponentType, lazy, useState } from 'react'
import { earlyWordsOf } from '../../lib/addresses/route-entry.ts'
import { loadMarketWords, loadMoreWords } from '../../lib/session/language.ts'

/** Screens arrive as chunks of their own; one that is there already is drawn at once, without a moment of nothing. */

export type Load = () => Promise<{ default: ComponentType<object> }>
const arrived = new Map<Load, ComponentType<object>>()
const awaited = new Map<Load, ComponentType<object>>()
const failed = new Set<Load>()

/** A screen and the words it says. */
async function fetchScreen(load: Load): ReturnType<Load> {
  const early = earlyWordsOf(load)
  if (early === 'first') return load()
  const [screen] = await Promise.all([load(), early === 'markets' ? loadMarketWords() : loadMoreWords()])
  return screen
}

/** Fetches a screen ahead of time; a failure shows when the screen is really opened. */
export async function preloadScreen(load: Load): Promise<void> {
  if (arrived.has(load)) return
  try {
    arrived.set(load, (await fetchScreen(load)).default)
  } catch {
    // Offline now does not mean offline when it is opened.
  }
}

function bodyOf(load: Load): ComponentType<object> {
  const ready = arrived.get(load) ?? awaited.get(load)
  if (ready) return ready
  const body = lazy(() =>
    fetchScreen(load).catch((error: unknown) => {
      failed.add(load)
      throw error
    }),
  )
  awaited.set(load, body)
  return body
}

/** Lets screens that could not be had be fetched anew. Not before the failure is in sight: until then the same one is drawn again. */
export function forgetFailedScreens(): void {
  for (const load of failed) awaited.delete(load)
  failed.clear()
}

/** Draws the screen that `load` brings. A failed load is tried anew at the next opening. */
export function LazyScreen({ load, ...rest }: { load: Load }) {
  // Chosen once per mount, so that an arrival in between does not mount the screen anew.
  const [Body] = useState(() => bodyOf(load))
  return <Body {...rest} />
}
