import { attempt } from '../../lib/session/kept.ts'
import { readSession } from '../../lib/session/session.ts'

/** What a person typed into a form that publishes something, kept for this tab and for them alone. */

export type Draft<Fields> = {
  keep(fields: Partial<Fields>): void
  /** The kept fields, when any of them says something. */
  read(): Partial<Fields> | undefined
  drop(): void
}

/** A draft under a name of its own; `secrets` are fields that are never kept. */
export function draftOf<Fields extends Record<string, string>>(
  name: string,
  secrets: readonly (keyof Fields & string)[] = [],
): Draft<Fields> {
  const key = () => `${name}:${readSession().user?.userId ?? ''}`
  return {
    keep(fields) {
      const plain = Object.entries(fields).filter(([field]) => !secrets.includes(field))
      attempt(() => sessionStorage.setItem(key(), JSON.stringify(Object.fromEntries(plain))))
    },
    read() {
      const kept: unknown = attempt(() => JSON.parse(sessionStorage.getItem(key()) ?? 'null'))
      if (!kept || typeof kept !== 'object') return undefined
      const texts = Object.entries(kept).filter(([, value]) => typeof value === 'string' && value !== '')
      return texts.length > 0 ? (Object.fromEntries(texts) as Partial<Fields>) : undefined
    },
    drop() {
      attempt(() => sessionStorage.removeItem(key()))
    },
  }
}
