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
