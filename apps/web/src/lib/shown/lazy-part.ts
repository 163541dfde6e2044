import { type ComponentType, lazy } from 'react'
import { loadMoreWords } from '../session/language.ts'

/**
 * A part of a page that arrives after it, with the words of all screens: for pages that are shown with the first words only.
 * Where it cannot be had, its place is empty. It stands within a `Suspense`.
 */
export function lazyPart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  return lazy(async () => {
    try {
      const [part] = await Promise.all([load(), loadMoreWords()])
      return part
    } catch {
      return { default: (() => null) as ComponentType<P> }
    }
  })
}

/** The same for what a page is about, such as a tab: where it cannot be had, the page says that it failed. */
export function lazyBody<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  return lazy(async () => {
    const [body] = await Promise.all([load(), loadMoreWords()])
    return body
  })
}
