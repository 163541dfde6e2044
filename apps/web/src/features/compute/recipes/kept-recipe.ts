import { keep, readKept } from '../../../lib/session/kept.ts'

/** The script somebody chose on its page, until a settlement desk offers it. */

const KEY = 'trove-recipe'

export const keepRecipe = (id: string | null): void => keep(KEY, id)
export const readRecipe = (): string | undefined => readKept(KEY) ?? undefined
