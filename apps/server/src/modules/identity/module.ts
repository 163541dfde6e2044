import type { Tx } from '../../platform/db/handle.ts'

/** A person as other modules see them. */
export type Person = {
  id: string
  nickName: string
  headImgUrl: string | null
  isDemo: boolean
  role: 'member' | 'operator'
}

/** Who makes a call. */
export type Caller = { userId: string; sessionId: string; role: 'member' | 'operator' }

/** Door of identity: people and their sessions. */
export type Identity = {
  /** The caller behind a bearer access token, or undefined when it is unknown, expired or revoked. */
  authenticate(accessToken: string): Promise<Caller | undefined>
  /** Throws `resource.not-found` when there is no such person. */
  getPerson(userId: string): Promise<Person>
  findPeople(userIds: string[]): Promise<Map<string, Person>>
  /** Whose nickname contains the text, newest first, at most 200 ids: for searches in other modules. */
  findIdsByName(text: string): Promise<string[]>
  setAvatar(tx: Tx, userId: string, fileName: string): Promise<void>
}
