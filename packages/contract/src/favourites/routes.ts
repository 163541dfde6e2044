import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id, Moment, Nothing, pageOf, paging } from '../kit/shapes.ts'
import { PRODUCT_TYPES } from '../order-lists/kinds.ts'

/** What a person wants to find again: offers of any market, by kind and id. */

/** Of one person. */
export const FAVOURITES_MAX = 200

export const FavouriteSubject = z.strictObject({ kind: z.enum(PRODUCT_TYPES), id: Id })

export const Favourite = FavouriteSubject.extend({
  /** The number people know it by; null when it is gone. */
  title: z.string().nullable(),
  addedAt: Moment,
})

export const addFavourite = route({
  id: 'favourites.add',
  method: 'POST',
  path: '/api/favourite/add',
  summary: 'Keep an offer of any market as a favourite; safe to repeat',
  auth: 'user',
  body: FavouriteSubject,
  ok: Nothing,
  errors: ['resource.not-found', 'favourites.limit'],
})

export const removeFavourite = route({
  id: 'favourites.remove',
  method: 'POST',
  path: '/api/favourite/remove',
  summary: 'Take an offer from one’s favourites; safe to repeat',
  auth: 'user',
  body: FavouriteSubject,
  ok: Nothing,
})

export const listFavourites = route({
  id: 'favourites.list',
  method: 'GET',
  path: '/api/favourite/page',
  summary: 'One’s favourites of all markets, newest first',
  auth: 'user',
  query: z.object(paging(20)),
  ok: pageOf(Favourite),
})

export const isFavourite = route({
  id: 'favourites.is',
  method: 'GET',
  path: '/api/favourite/is',
  summary: 'Whether an offer is one of one’s favourites',
  auth: 'user',
  query: z.object({ kind: z.enum(PRODUCT_TYPES), id: Id }),
  ok: z.boolean(),
})

/** Ids of one question: a page of cards, and more. */
export const FAVOURITES_ASKED_MAX = 50

export const favouritesAmong = route({
  id: 'favourites.among',
  method: 'GET',
  path: '/api/favourite/among',
  summary: 'Which of some offers are one’s favourites; `ids` are up to 50, separated by commas',
  auth: 'user',
  query: z.object({
    kind: z.enum(PRODUCT_TYPES),
    ids: z.string().regex(/^[A-Za-z0-9_-]{1,64}(,[A-Za-z0-9_-]{1,64}){0,49}$/),
  }),
  ok: z.array(Id),
})

export const favouriteRoutes = [addFavourite, removeFavourite, listFavourites, isFavourite, favouritesAmong] as const
