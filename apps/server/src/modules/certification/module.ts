import type { ProvenCode } from '@trove/contract/certification/code-proofs'
import type { z } from 'zod'
import type { Tx } from '../../platform/db/handle.ts'
import type { ServedRoute } from '../../platform/http/call/serve.ts'
import type { ActSubject } from '../identity/module.ts'
import { withdraw } from './applying.ts'
import { seedDemo } from './demo.ts'
import { type FaceValues, lockFace, type PublicFace, publicFaces } from './faces.ts'
import { HEADS, PAPERS } from './files.ts'
import type { CertificationNeeds } from './needs.ts'
import { listProven } from './proofs/service.ts'
import { namedApplications } from './reviewing.ts'
import { certificationRoutes } from './routes.ts'
import { type CertificationStatus, statusOfState } from './rules.ts'
import * as store from './store.ts'

export type { Label, PublicFace } from './faces.ts'

/** Door of certification: who is an expert, and what everybody may see of one. */
export type Certification = {
  /** What of it the staff acts on; app.ts registers it with identity. */
  actSubjects: ActSubject[]
  /** 0 not certified, 1 under review, 2 verified, 3 refused. */
  statusOf(userId: string): Promise<CertificationStatus>
  /** Whether this person is certified now. */
  isExpert(userId: string): Promise<boolean>
  /** A certified expert as everybody may see them; undefined for everybody else. */
  publicFace(userId: string): Promise<PublicFace | undefined>
  /** The same of several people, by their ids. */
  publicFaces(userIds: string[]): Promise<Map<string, PublicFace>>
  /** Public repositories that a person proved to write to, oldest first. */
  listProven(userId: string): Promise<z.input<typeof ProvenCode>[]>
  /** The face of a person in values of the dictionary, under the lock of their certification and account. */
  lockFace(tx: Tx, userId: string): Promise<FaceValues | undefined>
  /** Takes a person's certification or application back, with the consent it rests on. */
  withdraw(tx: Tx, userId: string): Promise<void>
  /** Certifies an expert of the embedded world; safe to repeat. `about` is the form, without pictures and papers. */
  seedDemo(people: { expertId: string; reviewerId: string; about?: unknown }): Promise<void>
}

/** Builds the certification of experts. */
export function createCertification(needs: CertificationNeeds): Certification & { routes: ServedRoute[] } {
  for (const kind of [PAPERS, HEADS]) needs.files.registerKind(kind)
  const statusOf = async (userId: string) => statusOfState((await store.findNewest(needs.db, userId))?.state)
  return {
    actSubjects: [namedApplications(needs)],
    statusOf,
    isExpert: async (userId) => (await statusOf(userId)) === 2,
    publicFace: async (userId) => (await publicFaces(needs, [userId])).get(userId),
    publicFaces: (userIds) => publicFaces(needs, userIds),
    listProven: (userId) => listProven(needs, userId),
    lockFace: (tx, userId) => lockFace(needs, tx, userId),
    withdraw: (tx, userId) => withdraw(needs, tx, userId),
    seedDemo: (people) => seedDemo(needs, people),
    routes: certificationRoutes(needs),
  }
}
