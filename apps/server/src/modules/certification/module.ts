import { type PublicFace, publicFaces } from './faces.ts'
import type { CertificationNeeds } from './needs.ts'
import { type CertificationStatus, statusOfState } from './rules.ts'
import * as store from './store.ts'

export type { Label, PublicFace } from './faces.ts'

/** Door of certification: who is an expert, and what everybody may see of one. */
export type Certification = {
  /** 0 not certified, 1 under review, 2 verified, 3 refused. */
  statusOf(userId: string): Promise<CertificationStatus>
  /** Whether this person is certified now. */
  isExpert(userId: string): Promise<boolean>
  /** A certified expert as everybody may see them; undefined for everybody else. */
  publicFace(userId: string): Promise<PublicFace | undefined>
  /** The same of several people, by their ids. */
  publicFaces(userIds: string[]): Promise<Map<string, PublicFace>>
}

/** Builds the certification of experts. */
export function createCertification(needs: CertificationNeeds): Certification {
  const statusOf = async (userId: string) => statusOfState((await store.findNewest(needs.db, userId))?.state)
  return {
    statusOf,
    isExpert: async (userId) => (await statusOf(userId)) === 2,
    publicFace: async (userId) => (await publicFaces(needs, [userId])).get(userId),
    publicFaces: (userIds) => publicFaces(needs, userIds),
  }
}
