import type { Screen } from './route-entry.ts'

/** Which files follow a screen is a name each, and there are many: most visits begin where few of them are wanted. */

const files = new Set<() => Promise<unknown>>()
const laterOnes = new WeakSet<Screen>()

/** Screens whose imports stand in a file of their own, `load`; what comes out names one of them for the route table. */
export function laterScreens<S extends Record<string, Screen>>(load: () => Promise<{ screens: S }>) {
  files.add(load)
  return (name: keyof S): Screen => {
    const screen: Screen = async () => (await load()).screens[name]!()
    laterOnes.add(screen)
    return screen
  }
}

/** Whether a screen stands in such a file. */
export const isLaterScreen = (screen: Screen | undefined): boolean => screen !== undefined && laterOnes.has(screen)

/** Fetches those files ahead, so that opening a screen costs no further way to the server. */
export async function fetchLaterScreens(): Promise<void> {
  // Offline now does not mean offline when one is opened.
  await Promise.allSettled([...files].map((load) => load()))
}
