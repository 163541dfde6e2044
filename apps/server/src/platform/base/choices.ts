import { CHOICE_COUNT_MAX } from '@trove/contract/kit/choices'

/** So many rows that match the rest of a filter are looked at; when there are more, rare choices are counted alone. */
export const CHOICE_SAMPLE = 10_000

/** Counts of choices are kept this long, of this many filters. */
export const CHOICES_KEPT = {
  freshMs: 10_000,
  most: 1000,
  // Amounts are bigint.
  keyOf: (filter: object | string) =>
    JSON.stringify(filter, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
}

/** Rows that are alike in every field that is counted, and how many they are. */
type Group = { n: number }

export type ChoiceField<Row> = {
  values: readonly string[]
  /** What is chosen now, read as `isIn` reads it; undefined lets every row pass. */
  chosen: string | undefined
  isIn: (row: Row, value: string) => boolean
}

type Counted = { value: string; count: number }
export type OneChoice<Field extends string> = { field: Field; value: string }

export type ChoicesAsk<Row, Field extends string> = {
  groups: readonly Row[]
  /** More rows match than were grouped. */
  isCut: boolean
  fields: Record<Field, ChoiceField<Row>>
  /** How many match each of these choices, up to CHOICE_COUNT_MAX; asked only where the groups cannot tell. */
  countEach: (choices: OneChoice<Field>[]) => Promise<number[]>
}

/** How many match each choice of each field, under what is chosen in the other fields. */
export async function countChoices<Row extends Group, Field extends string>(
  ask: ChoicesAsk<Row, Field>,
): Promise<Record<Field, Counted[]>> {
  const names = Object.keys(ask.fields) as Field[]
  const counted = {} as Record<Field, Counted[]>
  for (const field of names)
    counted[field] = ask.fields[field].values.map((value) => ({ value, count: countIn(ask, { field, value }) }))
  if (!ask.isCut) return counted
  const rare = names.flatMap((field) =>
    counted[field].flatMap((one) => (one.count < CHOICE_COUNT_MAX ? [{ field, one }] : [])),
  )
  if (rare.length === 0) return counted
  const exact = await ask.countEach(rare.map(({ field, one: { value } }) => ({ field, value })))
  for (const [index, { one }] of rare.entries()) one.count = exact[index]!
  return counted
}

function countIn<Row extends Group, Field extends string>(
  { groups, fields }: ChoicesAsk<Row, Field>,
  { field, value }: OneChoice<Field>,
): number {
  const others = (Object.keys(fields) as Field[]).filter((other) => other !== field).map((other) => fields[other])
  const isCounted = (row: Row) =>
    fields[field].isIn(row, value) && others.every(({ chosen, isIn }) => chosen === undefined || isIn(row, chosen))
  const sum = groups.filter(isCounted).reduce((total, { n }) => total + n, 0)
  return Math.min(sum, CHOICE_COUNT_MAX)
}
