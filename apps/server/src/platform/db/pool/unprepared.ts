/** Pools whose connections are not ours from one transaction to the next, behind a pooler: nothing is kept there. */
const unprepared = new WeakSet<object>()

/** From now on no statement of this pool has a name. */
export function keepNoStatements(pool: object): void {
  unprepared.add(pool)
}

/** Whether the database may keep plans for this pool's statements. */
export function canKeepStatements(pool: object): boolean {
  return !unprepared.has(pool)
}
