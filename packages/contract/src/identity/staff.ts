import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id, Moment, Nothing, PersonCard, pageOf, paging, personText, queryText } from '../kit/shapes.ts'
import { STAFF_ROLES } from '../kit/staff-roles.ts'

/** Who works for Trove and as what, and what they did: for owners. */

export const StaffPerson = z.object({
  person: PersonCard,
  roles: z.array(
    z.object({
      role: z.enum(STAFF_ROLES),
      /** Owners named by the configuration stay owners; that cannot be changed here. */
      isConfigured: z.boolean(),
      since: Moment.nullable(),
    }),
  ),
  hasFactor: z.boolean(),
})

export const listStaff = route({
  id: 'staff.list',
  method: 'GET',
  path: '/api/admin/user/staff',
  summary: 'Everybody of the staff, with their roles',
  auth: 'operator',
  staff: ['owner'],
  ok: z.array(StaffPerson),
})

const Change = z.strictObject({ userId: Id, role: z.enum(STAFF_ROLES), reason: personText(1, 200) })

export const grantRole = route({
  id: 'staff.grant',
  method: 'POST',
  path: '/api/admin/user/staff/grant',
  summary: 'Give a person a role of the staff; safe to repeat',
  auth: 'operator',
  staff: ['owner'],
  needsFactor: true,
  body: Change,
  ok: StaffPerson,
  errors: ['resource.not-found'],
})

export const takeRole = route({
  id: 'staff.take',
  method: 'POST',
  path: '/api/admin/user/staff/take',
  summary: 'Take a role of the staff from a person; safe to repeat',
  auth: 'operator',
  staff: ['owner'],
  needsFactor: true,
  body: Change,
  ok: Nothing,
  errors: ['staff.configured'],
})

export const resetFactor = route({
  id: 'staff.reset-factor',
  method: 'POST',
  path: '/api/admin/user/staff/reset-factor',
  summary: 'Remove the second factors of one of the staff who lost them; they enrol anew',
  auth: 'operator',
  staff: ['owner'],
  needsFactor: true,
  body: Change.omit({ role: true }),
  ok: Nothing,
  errors: ['staff.own-factor', 'resource.not-found'],
})

export const StaffAct = z.object({
  no: z.string(),
  operator: PersonCard,
  act: z.string(),
  subjectKind: z.string(),
  subjectId: z.string(),
  /** What people know it by; null where that is its id, or it is gone. */
  subjectName: z.string().nullable(),
  reason: z.string().nullable(),
  /** What the reason stands for where it is an id, such as a work's title; null where it is a sentence, or that is gone. */
  reasonName: z.string().nullable(),
  at: Moment,
})

export const listActs = route({
  id: 'staff.list-acts',
  method: 'GET',
  path: '/api/admin/audit/page',
  summary: 'What the staff did, newest first, and whether the record is whole',
  auth: 'operator',
  staff: ['owner'],
  query: z.object({ ...paging(20), operatorId: queryText(64), subjectId: queryText(64) }),
  ok: pageOf(StaffAct).extend({
    /** The first act that was changed or before which one is missing, at the last check; null when all was whole. */
    brokenAt: z.string().nullable(),
    /** When the record was checked last; what was done since is not yet part of that. */
    checkedAt: Moment.nullable(),
  }),
})

export const readAct = route({
  id: 'staff.read-act',
  method: 'GET',
  path: '/api/admin/audit/open/{no}',
  summary: 'One act of the staff, by its number',
  auth: 'operator',
  staff: ['owner'],
  params: z.object({ no: z.string().regex(/^[1-9]\d{0,17}$/) }),
  ok: StaffAct,
  errors: ['resource.not-found'],
})

export const staffRoutes = [listStaff, grantRole, takeRole, resetFactor, listActs, readAct] as const
