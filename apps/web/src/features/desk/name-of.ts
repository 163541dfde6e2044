/** What a person is called at the desk. */
export const nameOf = (person: { id: string; nickName: string }) => person.nickName || person.id
