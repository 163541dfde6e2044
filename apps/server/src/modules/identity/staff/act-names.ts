import type { ActRow } from '../model/staff.ts'

/** Names by id, of all these ids at once; what is gone, or has none, is left out. */
type FindNames = (ids: string[]) => Promise<ReadonlyMap<string, string>>

/** What the staff acts on, and how it is called; the module whose thing it is says so, and app.ts registers it. */
export type ActSubject = {
  kind: string
  findNames: FindNames
  /** Acts whose reason is no sentence but an id, and how those are called. */
  reasons?: Readonly<Record<string, FindNames>>
}

export type ActNames = ReturnType<typeof createActNames>
type Named = Pick<ActRow, 'act' | 'subjectKind' | 'subjectId' | 'reason'>
type Asked = { find: FindNames; id: string }

/** Names in place of the ids in the record of acts: one question for all of a page that are found the same way. */
export function createActNames() {
  const kinds = new Map<string, ActSubject>()
  const subjectOf = ({ subjectKind, subjectId }: Named): Asked | undefined => {
    const find = kinds.get(subjectKind)?.findNames
    return find && { find, id: subjectId }
  }
  const reasonOf = ({ subjectKind, act, reason }: Named): Asked | undefined => {
    const find = kinds.get(subjectKind)?.reasons?.[act]
    return find && reason !== null ? { find, id: reason } : undefined
  }
  return {
    register: (subject: ActSubject) => void kinds.set(subject.kind, subject),
    /** What each subject is called, and what each reason stands for; null where there is no name. */
    async of(rows: readonly Named[]): Promise<{ subjectName: string | null; reasonName: string | null }[]> {
      const asked = new Map<FindNames, Set<string>>()
      for (const one of rows.flatMap((row) => [subjectOf(row), reasonOf(row)]))
        if (one) asked.set(one.find, (asked.get(one.find) ?? new Set()).add(one.id))
      const found = new Map(
        await Promise.all([...asked].map(async ([find, ids]) => [find, await find([...ids])] as const)),
      )
      const nameOf = (one: Asked | undefined) => (one && found.get(one.find)?.get(one.id)) || null
      return rows.map((row) => ({ subjectName: nameOf(subjectOf(row)), reasonName: nameOf(reasonOf(row)) }))
    },
  }
}
