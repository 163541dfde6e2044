import type { StaffRole } from '@trove/contract/kit/staff-roles'

/** A person as other modules see them. */
export type Person = {
  id: string
  nickName: string
  headImgUrl: string | null
  isDemo: boolean
  role: 'member' | 'operator'
}

/** Who makes a call, and their roles if they are of the staff. */
export type Caller = { userId: string; sessionId: string; staff: readonly StaffRole[] }
