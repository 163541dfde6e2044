import { requireThat } from '@trove/contract/errors/codes'
import * as contract from '@trove/contract/identity/staff'
import type { StaffRole } from '@trove/contract/kit/staff-roles'
import { noteAct } from '../../../platform/audit.ts'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import { holdPerson } from '../account/store.ts'
import { readActCheck } from '../model/act-check.ts'
import * as store from '../model/staff.ts'
import type { Directory } from '../people/profile.ts'
import type { Sessions } from '../sessions/service.ts'
import type { ActNames } from './act-names.ts'

export type StaffNeeds = {
  db: Db
  directory: Directory
  sessions: Pick<Sessions, 'revokeAll'>
  actNames: ActNames
  /** Removes a person's second factors; implemented by the factors module. */
  removeFactors(tx: Tx, userId: string): Promise<void>
  /** Tells a person that their second factors were reset. */
  factorsReset(tx: Tx, userId: string): Promise<void>
}

/** Owners give and take roles, and read what the staff did. */
export function staffRoutes(needs: StaffNeeds): ServedRoute[] {
  const { db } = needs
  return [
    serve(contract.listStaff, async () => viewStaff(needs, await store.listRoles(db))),
    serve(contract.grantRole, async ({ body }, { caller }) => {
      await grant(needs, { ...body, operatorId: caller.userId })
      return (await viewStaff(needs, await store.listRoles(db, body.userId)))[0]!
    }),
    serve(contract.takeRole, async ({ body }, { caller }) => {
      await take(needs, { ...body, operatorId: caller.userId })
      return null
    }),
    serve(contract.resetFactor, async ({ body: { userId, reason } }, { caller }) => {
      requireThat(userId !== caller.userId, 'staff.own-factor')
      await inTransaction(db, async (tx) => {
        requireThat(await holdPerson(tx, userId), 'resource.not-found')
        await needs.removeFactors(tx, userId)
        await needs.factorsReset(tx, userId)
        // Whoever is signed in now may be why the factor was lost.
        await needs.sessions.revokeAll(userId, tx)
        const subject = { kind: 'person', id: userId }
        await noteAct(tx, { operatorId: caller.userId, act: 'staff.reset-factor', subject, reason })
      })
      return null
    }),
    serve(contract.listActs, async ({ query }) => pageOfActs(needs, query)),
    serve(contract.readAct, async ({ params }) => {
      const row = await store.findAct(db, BigInt(params.no))
      requireThat(row, 'resource.not-found')
      return (await viewActs(needs, [row]))[0]!
    }),
  ]
}

type Change = { operatorId: string; userId: string; role: StaffRole; reason: string }

/** @throws ContractError `resource.not-found` */
async function grant({ db }: StaffNeeds, { operatorId, userId, role, reason }: Change): Promise<void> {
  await inTransaction(db, async (tx) => {
    requireThat(await holdPerson(tx, userId), 'resource.not-found')
    if (!(await store.insertRole(tx, userId, role, operatorId))) return
    await noteAct(tx, { operatorId, act: `staff.grant-${role}`, subject: { kind: 'person', id: userId }, reason })
    crashPoint('staff.grant.before-commit')
  })
  crashPoint('staff.grant.after-commit')
}

/** @throws ContractError `staff.configured` */
async function take({ db }: StaffNeeds, { operatorId, userId, role, reason }: Change): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await store.deleteRole(tx, userId, role))) {
      requireThat(role !== 'owner' || !(await store.isConfiguredOwner(tx, userId)), 'staff.configured')
      return
    }
    await noteAct(tx, { operatorId, act: `staff.take-${role}`, subject: { kind: 'person', id: userId }, reason })
  })
}

async function viewStaff({ directory }: StaffNeeds, rows: store.RoleRow[]) {
  const ids = [...new Set(rows.map(({ userId }) => userId))]
  const people = await directory.findPeople(ids)
  return ids.map((id) => {
    const own = rows.filter(({ userId }) => userId === id)
    return {
      person: people.get(id) ?? unknown(id),
      roles: own.map(({ role, isConfigured, since }) => ({ role, isConfigured, since: since?.toISOString() ?? null })),
      hasFactor: own.some(({ hasFactor }) => hasFactor),
    }
  })
}

type Asked = { page: number; size: number; operatorId?: string | undefined; subjectId?: string | undefined }

async function pageOfActs(needs: StaffNeeds, { page, size, operatorId, subjectId }: Asked) {
  const { db } = needs
  const [rows, totalElements, { brokenAt, checkedAt }] = await Promise.all([
    store.listActs(db, { operatorId, subjectId, page, size }),
    store.countActs(db, operatorId, subjectId),
    readActCheck(db),
  ])
  const check = { brokenAt: brokenAt === null ? null : String(brokenAt), checkedAt: checkedAt?.toISOString() ?? null }
  return { content: await viewActs(needs, rows), totalElements, ...check }
}

async function viewActs({ directory, actNames }: StaffNeeds, rows: store.ActRow[]) {
  const [people, names] = await Promise.all([
    directory.findPeople([...new Set(rows.map((row) => row.operatorId))]),
    actNames.of(rows),
  ])
  return rows.map(({ no, operatorId: by, at, ...row }, i) => ({
    ...{ ...row, ...names[i]!, no: String(no), at: at.toISOString() },
    operator: people.get(by) ?? unknown(by),
  }))
}

const unknown = (id: string) => ({ id, nickName: '', headImgUrl: null, isDemo: false })
