import { z } from 'zod'
import { route } from '../kit/route.ts'
import { SEARCH_CHARS } from '../kit/search.ts'
import { Id, Moment, Nothing, personText } from '../kit/shapes.ts'
import { PRODUCT_TYPES } from '../order-lists/kinds.ts'

/** Filters of market lists that a person saved under a name, with a notice when something new matches. */

/** Of one person. */
export const SAVED_SEARCHES_MAX = 20
export const SEARCH_NAME_MAX = 60
/** More than this are not counted. */
export const NEW_COUNT_MAX = 99
/** Fields of one filter, more than any market has. */
const FIELDS_MAX = 20

const FieldText = z
  .string()
  .min(1)
  .max(SEARCH_CHARS)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
  .regex(/^[^\u0000-\u001f]*$/)
/** The fields of a market's list filter, as they stand in the address of the list. */
const SavedFilter = z
  .record(z.string().regex(/^[A-Za-z]{1,40}$/), FieldText)
  .refine((filter) => Object.keys(filter).length <= FIELDS_MAX)

const SearchName = personText(1, SEARCH_NAME_MAX)

export const SavedSearch = z.object({
  id: Id,
  kind: z.enum(PRODUCT_TYPES),
  name: z.string(),
  filter: z.record(z.string(), z.string()),
  /** A notice when something new matches, one a day at most. */
  hasNotice: z.boolean(),
  /** The hour it asks for has begun: nothing is told any more. */
  isOver: z.boolean(),
  /** New offers that were found and that its owner did not look at yet, up to 99. */
  newCount: z.number().int(),
  createdAt: Moment,
})

export const saveSearch = route({
  id: 'searches.save',
  method: 'POST',
  path: '/api/saved-search/add',
  summary: 'Save the filter of a market’s list under a name; new offers that match are told once a day at most',
  auth: 'user',
  body: z.strictObject({ kind: z.enum(PRODUCT_TYPES), name: SearchName, filter: SavedFilter }),
  ok: SavedSearch,
  errors: ['searches.filter-unknown', 'searches.limit'],
})

export const changeSearch = route({
  id: 'searches.change',
  method: 'POST',
  path: '/api/saved-search/change',
  summary: 'Rename a saved search of one’s own, or switch its notice on or off',
  auth: 'user',
  body: z.strictObject({ id: Id, name: SearchName.optional(), hasNotice: z.boolean().optional() }),
  ok: SavedSearch,
  errors: ['resource.not-found'],
})

export const removeSearch = route({
  id: 'searches.remove',
  method: 'POST',
  path: '/api/saved-search/remove',
  summary: 'Delete a saved search of one’s own; safe to repeat',
  auth: 'user',
  body: z.strictObject({ id: Id }),
  ok: Nothing,
})

export const seeSearch = route({
  id: 'searches.see',
  method: 'POST',
  path: '/api/saved-search/see',
  summary: 'The results of a saved search of one’s own were looked at: nothing of it is new; safe to repeat',
  auth: 'user',
  body: z.strictObject({ id: Id }),
  ok: Nothing,
})

export const listSearches = route({
  id: 'searches.list',
  method: 'GET',
  path: '/api/saved-search/list',
  summary: 'One’s saved searches of all markets, newest first',
  auth: 'user',
  ok: z.array(SavedSearch),
})

export const searchRoutes = [saveSearch, changeSearch, removeSearch, seeSearch, listSearches] as const
