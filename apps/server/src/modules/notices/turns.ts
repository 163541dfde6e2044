/** What a person is asked to do now: the keys of the notices that asked, and until when. */
export type Turn = { keys: string[]; until: Date | null }
/** Which of these orders wait for this person. */
export type FindTurns = (userId: string, orderIds: string[]) => Promise<Turn[]>
