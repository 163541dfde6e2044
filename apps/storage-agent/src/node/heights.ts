import type { Journal } from '../journal/journal.ts'

/** A chain node that answers from further back is still reading its history: what it says of our orders is long past. */
const MOST_BEHIND = 100
const HIGHEST = 'highest-block'

/** Notes the highest block ever seen; answers whether this one is far below it. */
export function isFarBehind(journal: Pick<Journal, 'findFact' | 'setFact'>, block: number): boolean {
  const highest = Number(journal.findFact(HIGHEST) ?? 0)
  if (block > highest) journal.setFact(HIGHEST, String(block))
  return highest - block > MOST_BEHIND
}

/** Another chain begins at its own first block. */
export function forgetHeight(journal: Pick<Journal, 'setFact'>): void {
  journal.setFact(HIGHEST, '0')
}
