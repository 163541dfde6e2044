import { sql } from 'kysely'
import { newId } from '../src/platform/base/id.ts'
import type { World, WorldUser } from './world.ts'

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
}

/** Takes the certification back, as a refusal of the newest application does. */
export async function uncertify(world: World, { userId }: Pick<WorldUser, 'userId'>): Promise<void> {
  await sql`update certification_applications set state = 'refused', reason = 'unreadable'
    where user_id = ${userId}`.execute(world.db)
}
