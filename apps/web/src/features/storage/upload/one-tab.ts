/**
 * Works on an upload while no other tab of this browser does: the second would send every part again, and be refused by the
 * gateway once the first is done. Browsers offer this on safe pages only.
 * @param act told whether another tab worked on it meanwhile
 * @throws the reason of the signal, while it waits
 */
export async function inOneTab(id: string, signal: AbortSignal, act: (hasWaited: boolean) => Promise<void>) {
  const locks = (navigator as { locks?: LockManager }).locks
  if (!locks) return await act(false)
  const name = `trove-upload ${id}`
  const isDone = await locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await act(false)
    return lock !== null
  })
  if (!isDone) await locks.request(name, { signal }, () => act(true))
}
