/** Where an application stands. */
export type ApplicationState = 'submitted' | 'approved' | 'refused'

/** Status on the wire (part A 4): 0 not certified, 1 under review, 2 verified, 3 refused, which clients show as 0. */
export type CertificationStatus = 0 | 1 | 2 | 3

const STATUS: Record<ApplicationState, CertificationStatus> = { submitted: 1, approved: 2, refused: 3 }

/** What somebody is whose newest application stands there; nobody applied yet: 0. */
export function statusOfState(state: ApplicationState | undefined): CertificationStatus {
  return state === undefined ? 0 : STATUS[state]
}

/** What binds a sealed real name to its application. */
export const sealedAs = { realName: (id: string) => `certification_applications.real_name_sealed:${id}` }
