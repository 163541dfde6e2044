import { withdrawConsent } from '@trove/contract/identity/account'
import { sql } from 'kysely'
import { keepFace } from '../../src/modules/talent/experts/store.ts'
import { newId } from '../../src/platform/base/id.ts'
import { inTransaction } from '../../src/platform/db/transaction.ts'
import type { World, WorldUser } from '../world/world.ts'

type Labels = { field: string; skills: string[] }[]
export type Certified = { realName: string; identity?: string; labels?: Labels }

/** Makes a person a certified expert, as the decision of a reviewer leaves them. */
export async function certify(world: World, { userId }: Pick<WorldUser, 'userId'>, as: Certified): Promise<void> {
  const id = newId()
  const { realName, identity = 'architect', labels = [{ field: 'front-end', skills: ['front-end.react'] }] } = as
  const name = await world.platform.sealer.seal(realName, `certification_applications.real_name_sealed:${id}`)
  await sql`insert into certification_applications (id, user_id, state, real_name_sealed, identity, work_exp, labels,
    head_file, consent_version, language, decided_at)
    values (${id}, ${userId}, 'approved', ${name}, ${identity}, '3-5', ${JSON.stringify(labels)}::jsonb, 'h.webp', 'v',
      'zh-CN', business_now())`.execute(world.db)
  const [fields, skills] = [labels.map(({ field }) => field), labels.flatMap((label) => label.skills)]
  const face = { realName, identity, headImgUrl: '/files/public/h.webp', workExp: '3-5', fields, skills }
  await inTransaction(world.db, (tx) => keepFace(tx, userId, newId(), face))
}

/** The person takes the certification back. */
export async function uncertify(world: World, as: WorldUser): Promise<void> {
  await world.call(withdrawConsent, { body: { purpose: 'certification' } }, { as })
}
