import { createHash } from 'node:crypto'

/** A statement longer than this is planned anew each time: its plan would be too much memory for each connection. */
const MAX_TEXT = 8_000
const MAX_NAMES = 400
const MAX_SEEN = 2_000

/** Lists as long as their values, a text for each length: `in ($1, $2)` and `values ($1), ($2)`. */
const GROWING = /\bin \(\$\d+(?:::\w+)?, |\$\d+\), \(/i

/**
 * Written into a statement whose best plan depends on its values: one plan kept for all of them would be bad for some, such
 * as common words. It is planned at each run.
 */
export const PLANNED_ANEW = '/* planned anew */'

/**
 * Gives texts that come again a name under which the database keeps their plan, one set for all connections. At most
 * `maxNames` texts get one, so what a connection keeps is bounded.
 */
export function createStatementNames(maxNames = MAX_NAMES) {
  const names = new Map<string, string>()
  const seenOnce = new Set<string>()
  let generation = 0

  const latest = (name: string) => (generation === 0 ? name : `${name}.${generation}`)

  function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known !== undefined) return latest(known)
    if (names.size >= maxNames || text.length > MAX_TEXT || GROWING.test(text)) return undefined
    if (text.includes(PLANNED_ANEW)) return undefined
    if (!seenOnce.delete(text)) {
      if (seenOnce.size >= MAX_SEEN) seenOnce.clear()
      seenOnce.add(text)
      return undefined
    }
    const name = `q-${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
    names.set(text, name)
    return latest(name)
  }

  return {
    /** The name of a text that came before; undefined for one to be run without. */
    nameOf,
    /** A name of the program's own choice as it is now called. */
    latest,
    /** Every statement gets another name: a migration changed what kept plans answer. */
    rename(): void {
      generation++
    },
  }
}

export type StatementNames = ReturnType<typeof createStatementNames>

/** Whether a kept plan no longer answers the columns it did when it was made: a table was altered meanwhile. */
export function isStalePlan(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as { code?: unknown; routine?: unknown }
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}
