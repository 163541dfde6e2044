import { keep, readKept } from './kept.ts'

/** Which layout a person sees (decision 30): the user agent picks the first one, the person may switch, the choice is kept. */

export type Device = 'pc' | 'mobile'

const KEY = 'device'
const PHONE = /Mobi|Android|iPhone|iPad|iPod|HarmonyOS/i

/** The layout a browser of this user agent starts with. */
export function deviceOf(userAgent: string): Device {
  return PHONE.test(userAgent) ? 'mobile' : 'pc'
}

/** The layout to use now: the kept choice, else the user agent's. */
export function readDevice(): Device {
  const kept = readKept(KEY)
  return kept === 'pc' || kept === 'mobile' ? kept : deviceOf(navigator.userAgent)
}

/** Keeps the choice and writes it to the html element. */
export function keepDevice(device: Device): void {
  keep(KEY, device)
  document.documentElement.dataset.device = device
}

/** Root font size in px (b-markets 9): window width / 750 of 32 px, at most 2 x 32 px; desktop keeps the browser's 16. */
export function rootFontPx(device: Device, windowWidth: number): number {
  return device === 'mobile' ? Math.min(windowWidth / 750, 2) * 32 : 16
}
