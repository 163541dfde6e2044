import { type ComponentType, createElement, lazy, useState } from 'react'
import { loadMarketWords, loadMoreWords } from '../../session/language.ts'
import { type Load, lazyAgain } from './lazy-again.ts'

/** Waits for the words of all screens as well. */
export function withMoreWords<P>(load: Load<P>): Load<P> {
  return async () => {
    const [part] = await Promise.all([load(), loadMoreWords()])
    return part
  }
}

/**
 * A part of a page that arrives after it, with the words of all screens: for pages that are shown with the first words only.
 * Where it cannot be had, its place is empty until it is drawn anew. It stands within a `Suspense`.
 */
export function lazyPart<P extends object>(load: Load<P>) {
  return lazyAgain(withMoreWords(load), () => null)
}

/** The same for what a page is about, such as a tab: where it cannot be had, the page says that it failed. */
export function lazyBody<P extends object>(load: Load<P>) {
  return lazy(withMoreWords(load))
}

/** A market's tab: `preload` fetches it, `body` is what draws it: itself once it is there. */
type LazyMarket = { preload: () => Promise<{ default: ComponentType }>; body: () => ComponentType }

/** A market's tab and the words it waits for: those of the first page, or those of the markets besides. */
export function lazyMarket(load: LazyMarket['preload'], words: 'first' | 'markets'): LazyMarket {
  let arrived: ComponentType | undefined
  const preload = async () => {
    const [body] = await Promise.all([load(), words === 'markets' ? loadMarketWords() : undefined])
    arrived = body.default
    return body
  }
  const later = lazy(preload)
  return { preload, body: () => arrived ?? later }
}

/** Draws a market's tab, without a moment of nothing where it has been preloaded. It stands within a `Suspense`. */
export function MarketBody({ market }: { market: LazyMarket }) {
  // Chosen once, so that an arrival in between does not mount it anew.
  const [body] = useState(market.body)
  return createElement(body)
}
