import { newId } from '../../platform/base/id.ts'
import type { Tx } from '../../platform/db/handle.ts'
import type { FactorsNeeds } from './needs.ts'

export type FactorChange =
  | 'app-added'
  | 'app-removed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'recovery-used'
  | 'recovery-renewed'

/** Tells a person that a second factor of theirs came, went or was shown with a recovery code, or that these are new ones, so that what somebody else did does not stay unseen. */
export function tellChange(
  { notices }: Pick<FactorsNeeds, 'notices'>,
  tx: Tx,
  { userId, change, name }: { userId: string; change: FactorChange; name?: string | undefined },
): Promise<void> {
  const params: Record<string, string> = name === undefined ? {} : { name }
  const kind = `identity.${change}` as const
  return notices.tell(tx, { userId, kind, params, link: { to: 'account' }, key: `${change}:${newId()}` })
}
