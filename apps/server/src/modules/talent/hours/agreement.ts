import { createHash } from 'node:crypto'
import { requireThat } from '@trove/contract/errors/codes'
import type { Language } from '@trove/messages/kit/say'
import { AGREEMENT_CLAUSES, AGREEMENT_VERSION } from '@trove/messages/talent/talent-agreement'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'

/** The agreement of today; its hash covers both languages. */
export const AGREEMENT = describeAgreement()

function describeAgreement() {
  const bodyZh = AGREEMENT_CLAUSES.map(({ zh }) => zh).join('\n')
  const bodyEn = AGREEMENT_CLAUSES.map(({ en }) => en).join('\n')
  const hash = createHash('sha256').update([AGREEMENT_VERSION, bodyZh, bodyEn].join('\n\n')).digest('hex')
  return { version: AGREEMENT_VERSION, hash, bodyZh, bodyEn }
}

/** Keeps the text that is being accepted; later texts leave it as it is. */
export async function keepAgreement(tx: Tx): Promise<void> {
  const { hash, version, bodyZh, bodyEn } = AGREEMENT
  await sql`insert into talent_agreements (hash, version, body_zh, body_en)
    values (${hash}, ${version}, ${bodyZh}, ${bodyEn}) on conflict do nothing`.execute(tx)
}

/** The agreement of today, or one that was accepted. @throws ContractError `resource.not-found` */
export async function viewAgreement(db: Db, asked: string | undefined, language: Language) {
  const found = asked === undefined || asked === AGREEMENT.hash ? AGREEMENT : await findAgreement(db, asked)
  requireThat(found, 'resource.not-found')
  const { version, hash, bodyZh, bodyEn } = found
  return { version, hash, clauses: (language === 'en' ? bodyEn : bodyZh).split('\n') }
}

async function findAgreement(db: Db, hash: string): Promise<typeof AGREEMENT | undefined> {
  const { rows } = await sql<typeof AGREEMENT>`select hash, version, body_zh as "bodyZh", body_en as "bodyEn"
    from talent_agreements where hash = ${hash}`.execute(db)
  return rows[0]
}
