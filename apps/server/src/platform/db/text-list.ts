import { type RawBuilder, sql } from 'kysely'

/**
 * A list whose length the planner does not see: it takes ten, whatever the length. A statement with a list that it sees is
 * planned anew at each run, because a list of one looks so much cheaper; planning then takes longer than the statement.
 */
export function textList(values: readonly string[]): RawBuilder<string[]> {
  // Without the second cast `any(…)` takes it for rows.
  return sql<string[]>`(select ${values}::text[])::text[]`
}
