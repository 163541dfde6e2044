import { identity } from '@trove/messages/people/identity'
import type { Db } from '../../platform/db/handle.ts'
import type { Sealer } from '../../platform/sealing/sealing.ts'
import { addPerson } from './sign-in.ts'

/** People of the embedded world (docs/wire.md): anyone may sign in as one of them, so they are marked wherever they show. */
export const DEMO_PHONES = {
  seller: '13800000001',
  buyer: '13800000002',
  expert: '13800000003',
  operator: '13800000009',
  /** Large payouts need two of the staff. */
  secondOperator: '13800000008',
} as const

const OPERATORS: readonly (keyof typeof DEMO_PHONES)[] = ['operator', 'secondOperator']

/** A person of the demo beside those: whom the configuration names. `about` is for the part that knows what they do. */
export type DemoPerson = { mobile: string; nickName: string; about?: unknown }

export type DemoPeople = Partial<Record<keyof typeof DEMO_PHONES, string>> & {
  operator: string
  others: { id: string; about?: unknown }[]
}

/** Adds the demo people, or one operator alone; those who are there already stay as they are. Answers their ids. */
export async function seedDemo(
  db: Db,
  sealer: Sealer,
  isDemo: boolean,
  others: readonly DemoPerson[] = [],
): Promise<DemoPeople> {
  const add = (name: keyof typeof DEMO_PHONES) =>
    addPerson(db, sealer, DEMO_PHONES[name], {
      nickName: identity.demoNames[name].zh,
      role: OPERATORS.includes(name) ? 'operator' : 'member',
      isDemo,
    })
  const operator = await add('operator')
  if (!isDemo) return { operator, others: [] }
  const added: DemoPeople['others'] = []
  for (const { mobile, nickName, about } of others)
    added.push({ id: await addPerson(db, sealer, mobile, { nickName, isDemo }), about })
  return {
    others: added,
    seller: await add('seller'),
    buyer: await add('buyer'),
    expert: await add('expert'),
    operator,
    secondOperator: await add('secondOperator'),
  }
}
