/** Files by folder: an order's name is its path inside the folder that was dropped. */

export type Named<Order> = { order: Order; name: string }
export type Folder = { name: string; path: string; count: number }

const plain = (text: string) => text.normalize('NFKC').toLocaleLowerCase()

/** Which folders and files lie right in a folder (`''` is the top), in the order of the list. */
export function lookInto<Order>(all: readonly Named<Order>[], folder: string): { folders: Folder[]; files: Order[] } {
  const prefix = folder === '' ? '' : `${folder}/`
  const folders = new Map<string, Folder>()
  const files: Order[] = []
  for (const { order, name } of all) {
    if (!name.startsWith(prefix)) continue
    const rest = name.slice(prefix.length)
    const slash = rest.indexOf('/')
    if (slash <= 0) {
      files.push(order)
      continue
    }
    const own = rest.slice(0, slash)
    const found = folders.get(own) ?? { name: own, path: prefix + own, count: 0 }
    folders.set(own, { ...found, count: found.count + 1 })
  }
  return { folders: [...folders.values()].sort((a, b) => a.name.localeCompare(b.name)), files }
}

/** Files whose path holds all of these words, in whatever folder. Case and width of letters make no difference. */
export function searchNames<Order>(all: readonly Named<Order>[], text: string): Order[] {
  const words = plain(text).split(/\s+/).filter(Boolean)
  return all.filter(({ name }) => words.every((word) => plain(name).includes(word))).map(({ order }) => order)
}

/** The folders on the way to one, the top left out. */
export function wayTo(folder: string): { name: string; path: string }[] {
  const parts = folder === '' ? [] : folder.split('/')
  return parts.map((name, i) => ({ name, path: parts.slice(0, i + 1).join('/') }))
}
