import type { titles } from '@trove/messages/site/shell'
import type { ComponentType } from 'react'

/** What one address of the site is. The addresses themselves stand in route-table.ts. */

/** `open`: anyone; `signed-in`: with a session. Any visitor may enter only what the specification's guard lists. */
export type Access = 'open' | 'signed-in'
type Screen = () => Promise<{ default: ComponentType }>
/** Two bodies with the same props, filled by one model. */
export type DeviceBodies = { useModel: () => object; pc: Body<object>; mobile: Body<object> }
type Body<M extends object> = () => Promise<{ default: ComponentType<M> }>

const early = new Set<unknown>()

/** Marks a screen whose words come with the frame: it is shown without waiting for the words of all others. */
export function saidEarly<S extends Screen>(screen: S): S {
  early.add(screen)
  return screen
}

/** Whether a screen needs no more words than the frame's. */
export const isSaidEarly = (screen: unknown): boolean => early.has(screen)

/** Ties a model to its two bodies; the types of all three agree here and are not needed further on. */
export function byDevice<M extends object>(useModel: () => M, pc: Body<M>, mobile: Body<M>): DeviceBodies {
  return { useModel, pc, mobile } as unknown as DeviceBodies
}

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
  /** The search parameter whose every value is a page of its own. */
  pageParameter?: string
}
