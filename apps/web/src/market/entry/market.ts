import type { titles } from '@trove/messages/site/shell'
import type { IconComponent } from '@trove/ui/icons/icon'

/** An entry of the desktop's menu; `also` are addresses of which it is the place, too. */
export type MenuItem = { title: keyof typeof titles; path: string; icon: IconComponent; also?: readonly string[] }

/**
 * What a market says of itself to the pages of all markets: the menu, order lists, the personal center, favourites, saved
 * searches, conversations. It is light, for the frame reads it; what shows the market's orders comes later (`orders/face.ts`).
 */
export type Market<Kind extends string = string> = {
  /** Its kind of order: `orderSource` of the wire. */
  kind: Kind
  /** Its tab of the order lists, as the address names it, and the key of its name. */
  tab: string
  name: string
  icon: IconComponent
  tone: string
  /** Under which key of the query cache what it sells is kept. */
  goodsKey: string
  offerPath(id: string): string
  /** Its list with this filter. */
  listPath(filter: Record<string, string>): string
  /** Its own entries of the menu. */
  menu: readonly MenuItem[]
}
