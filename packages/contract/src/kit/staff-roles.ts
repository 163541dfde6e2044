/** What a member of the staff may do: an owner everything; others what their roles name. */
export const STAFF_ROLES = ['owner', 'reviewer', 'cashier', 'editor'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** Minutes for which a second factor counts in the session it was shown in. */
export const FACTOR_MINUTES = 10

/** Up to this much of others' money one person of the staff moves alone; above it another one agrees. In fen. */
export const MOVED_ALONE_FEN = 500_000n
