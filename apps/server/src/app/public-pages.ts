import type { DescribePage } from '../platform/http/site/page-words.ts'
import type { PublicPages } from '../platform/http/site/site-map.ts'

/** The first of several that knows what an address is about. */
export function firstToDescribe(all: readonly DescribePage[]): DescribePage {
  return async (path, language, query) => {
    for (const describe of all) {
      const subject = await describe(path, language, query)
      if (subject) return subject
    }
    return undefined
  }
}

/** Pages of several kinds of things as one list, one kind after the other. */
export function pagesInTurn(all: readonly PublicPages[]): PublicPages {
  const counts = () => Promise.all(all.map((pages) => pages.count()))
  return {
    count: async () => (await counts()).reduce((sum, count) => sum + count, 0),
    async list({ skip, most }) {
      const found: string[] = []
      let before = 0
      for (const [index, count] of (await counts()).entries()) {
        const from = Math.max(0, skip - before)
        const room = Math.min(most - found.length, count - from)
        if (room > 0) found.push(...(await all[index]!.list({ skip: from, most: room })))
        before += count
      }
      return found
    },
  }
}
