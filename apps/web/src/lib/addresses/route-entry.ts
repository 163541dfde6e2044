import type { titles } from '@trove/messages/site/shell'
import type { ComponentType } from 'react'

/** What one address of the site is. The addresses themselves stand in route-table.ts. */

/** `open`: anyone; `signed-in`: with a session. Any visitor may enter only what the specification's guard lists. */
export type Access = 'open' | 'signed-in'
export type Screen = () => Promise<{ default: ComponentType }>
/** Two bodies with the same props, filled by one model. */
export type DeviceBodies = { useModel: () => object; pc: Body<object>; mobile: Body<object> }
type Body<M extends object> = () => Promise<{ default: ComponentType<M> }>

/** `first`: what the frame and the lists of machines and works say; `markets`: that, and what the other markets say. */
export type EarlyWords = 'first' | 'markets'
const early = new Map<unknown, EarlyWords>()

/** Marks a screen whose words are few: it is shown without waiting for the words of all others. */
export function saidEarly<S extends Screen>(screen: S, words: EarlyWords = 'first'): S {
  early.set(screen, words)
  return screen
}

/** Which words a screen waits for where it does not need all; undefined where it does. */
export const earlyWordsOf = (screen: unknown): EarlyWords | undefined => early.get(screen)

/** Ties a model to its two bodies; the types of all three agree here and are not needed further on. */
export function byDevice<M extends object>(useModel: () => M, pc: Body<M>, mobile: Body<M>): DeviceBodies {
  return { useModel, pc, mobile } as unknown as DeviceBodies
}

/** What a page looks like from afar: the places of its parts are known before its code is there (page-loading.module.css). */
export type PageShape = 'list' | 'tabs' | 'cards' | 'thing' | 'order' | 'file' | 'form' | 'settings'

export type RouteEntry = {
  path: string
  name: string
  title: keyof typeof titles
  access: Access
  screen?: Screen
  /** Landing pages: one lazy body per device. */
  byDevice?: DeviceBodies
  redirectTo?: string
  /** No frame around it (login, terminal). */
  isBare?: boolean
  /** It begins with something of its own, and not with a header that has its title. */
  isHeadless?: boolean
  /** Its header has a way back at a desk as well; on a phone every page but the places of the bottom bar has one. */
  hasBack?: boolean
  /** Its header is the name of what it is about, which is not known before it is asked for. */
  isNamed?: boolean
  /** The last part of its address chooses one of its tabs: it stays the same page, and the focus on the tab. */
  isTabbed?: boolean
  /** In which shape its code is awaited; without, in that of no page in particular. */
  shape?: PageShape
  /** The search parameter by which its form changes something that is there, instead of making a new one. */
  changes?: string
  /** The search parameter whose every value is a page of its own. */
  pageParameter?: string
}
