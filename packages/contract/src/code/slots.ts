import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id, Nothing } from '../kit/shapes.ts'
import { WORK_STATES, WorkCard } from './shapes.ts'

/** The featured row of the code home: eight places that an editor of the staff fills (decision 40). */

/** Two rows of four. */
export const FEATURED_PLACES = 8

const Place = z.coerce.number().int().min(1).max(FEATURED_PLACES)

export const listFeatured = route({
  id: 'code.list-featured',
  method: 'GET',
  path: '/api/codemart/recommend/featured',
  summary: 'Works of the featured row that are online, in the order of their places; empty places take popular works',
  auth: 'none',
  ok: z.array(WorkCard),
})

export const listSlots = route({
  id: 'code.list-slots',
  method: 'GET',
  path: '/api/admin/code/slots',
  summary: 'The places of the featured row that are taken, whether or not their works are online',
  auth: 'operator',
  staff: ['editor'],
  ok: z.array(
    z.object({
      place: z.number().int(),
      id: Id,
      title: z.string(),
      state: z.enum(WORK_STATES),
      nickName: z.string(),
    }),
  ),
})

export const setSlot = route({
  id: 'code.set-slot',
  method: 'PUT',
  path: '/api/admin/code/slots/{place}',
  summary: "Put a work that is online, and not the editor's own, into a place; one that stood in another place moves",
  auth: 'operator',
  staff: ['editor'],
  params: z.object({ place: Place }),
  body: z.strictObject({ workId: Id }),
  ok: Nothing,
  errors: ['resource.not-found', 'code.own-work'],
})

export const clearSlot = route({
  id: 'code.clear-slot',
  method: 'DELETE',
  path: '/api/admin/code/slots/{place}',
  summary: 'Empty a place',
  auth: 'operator',
  staff: ['editor'],
  params: z.object({ place: Place }),
  ok: Nothing,
})

export const codeSlotRoutes = [listFeatured, listSlots, setSlot, clearSlot] as const
