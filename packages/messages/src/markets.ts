import { merged } from '@trove/contract/kit/merged'
import { codeWords } from './code/words.ts'
import { computeWords } from './compute/words.ts'
import { storageWords } from './storage/words.ts'
import { talentWords } from './talent/words.ts'

/** What each market says. A new one is one line here; the titles of its pages stand with those of all (`site/shell.ts`). */
const markets = [computeWords, codeWords, talentWords, storageWords] as const

/** Said from the first page on: few words. */
export const firstOfMarkets = merged(markets.map(({ first }) => first))
/** Said by a market that is shown before the words of all other screens are there. */
export const listsOfMarkets = merged(markets.map(({ market }) => market))
/** What their other screens say. */
export const moreOfMarkets = merged(markets.map(({ more }) => more))
/** Their refusals. */
export const errorsOfMarkets = merged(markets.map(({ errors }) => errors))
