/**
 * Does something for an account that no other tab of this browser does at the same time: two signatures would take the same
 * number. Browsers offer this on safe pages only, which are the ones where wallets sign.
 * @returns undefined when another is at it
 */
export async function oneAtATime<T>(address: string, act: () => Promise<T>): Promise<T | undefined> {
  const locks = (navigator as { locks?: LockManager }).locks
  if (!locks) return act()
  return await locks.request(`trove-sign ${address}`, { ifAvailable: true }, async (lock) => (lock ? act() : undefined))
}
