import { applyForCertification, uploadPaper } from '@trove/contract/certification/routes'
import { CERTIFICATION_CONSENT } from '@trove/contract/certification/shapes'
import { uploadAvatar } from '@trove/contract/files/routes'
import { grantRole } from '@trove/contract/identity/staff'
import sharp from 'sharp'
import { enrolTotp } from '../world/factors.ts'
import type { World, WorldUser } from '../world/world.ts'

/** Somebody's photo, with a place and an author in its metadata. */
export function photo(width = 900, height = 600, color = '#3a7'): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: color } })
    .withExif({
      IFD0: { Artist: 'canary-author', Copyright: 'canary-owner' },
      IFD3: { GPSLatitude: '31/1 13/1 0/1', GPSLatitudeRef: 'N' },
    })
    .jpeg()
    .toBuffer()
}

async function send(world: World, as: WorldUser, path: string, content: Buffer | string, name: string) {
  const form = new FormData()
  form.set('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name)
  const headers = { authorization: `Bearer ${as.accessToken}` }
  const answer = await world.raw(path, { method: 'POST', body: form, headers })
  return { status: answer.status, json: (await answer.json()) as { error?: string; data: Record<string, string> } }
}

/** Sends a paper; answers the response. */
export const sendPaper = (world: World, as: WorldUser, content: Buffer | string, name = '证书.jpg') =>
  send(world, as, uploadPaper.path, content, name)

/** Sends a paper that is taken; answers its file name. */
export async function paper(world: World, as: WorldUser, content?: Buffer): Promise<string> {
  const { status, json } = await sendPaper(world, as, content ?? (await photo()))
  if (status !== 200) throw new Error(`no paper: ${json.error}`)
  return json.data.filename!
}

/** Sends an avatar; answers its address. */
export async function head(world: World, as: WorldUser): Promise<string> {
  const { status, json } = await send(world, as, uploadAvatar.path, await photo(300, 300, '#a37'), 'me.jpg')
  if (status !== 200) throw new Error(`no avatar: ${json.error}`)
  return json.data.headImgUrl!
}

/** A form that is taken as it is, with one certificate. */
export async function goodForm(world: World, as: WorldUser) {
  return {
    realName: '沈知行',
    identity: 'architect',
    realHeadImgUrl: await head(world, as),
    workExp: '5-10',
    technicalLabels: [
      { technicalFieldKey: 'back-end', skillLabel1: 'back-end.go', skillLabel2: 'back-end.rust', skillLabel3: null },
      { technicalFieldKey: 'front-end', skillLabel1: 'front-end.react' },
    ],
    certificationFiles: [{ type: 'CERT' as const, url: await paper(world, as) }],
    consent: CERTIFICATION_CONSENT,
  }
}

export type Form = Awaited<ReturnType<typeof goodForm>>

/** Applies with a good form, changed where a test wants it. */
export async function applyAs(world: World, as: WorldUser, change: Partial<Form> = {}) {
  const form = { ...(await goodForm(world, as)), ...change }
  return { form, info: await world.call(applyForCertification, { body: form }, { as }) }
}

/** Signs somebody in whom the owner made a reviewer, with a second factor shown in the session. */
export async function reviewer(world: World, owner: WorldUser, mobile: string): Promise<WorldUser> {
  const who = await world.signIn(mobile)
  const body = { userId: who.userId, role: 'reviewer' as const, reason: '值班' }
  await world.call(grantRole, { body }, { as: owner })
  await world.advance(61_000)
  const as = await world.signIn(mobile)
  await enrolTotp(world, as)
  return as
}

/** The contract code a call was refused with. */
export const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )
