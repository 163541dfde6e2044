import { setLicences } from '@trove/contract/code/licences'
import type { WorkForm } from '@trove/contract/code/shapes'
import { createWork, putWorkOnline, updateWork, uploadArchive, uploadPicture } from '@trove/contract/code/works'
import type { z } from 'zod'
import { zip } from '../../../../packages/git-server/test/make-archive.ts'
import type { World, WorldUser } from '../world/world.ts'

/** Works of the code market, made as their authors make them. */

/** A green square of 32 by 32 pixels. */
const SQUARE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAAKklEQVR42mPgroqmKWIYtWDUglELRi0YtWDUglELRi0YtWDUglELhooFAApogC6Z9v4fAAAAAElFTkSuQmCC',
  'base64',
)

type Change = Partial<z.input<typeof WorkForm>> & { price?: string }

/** Uploads a file as a browser would. */
export function sendFile(world: World, as: WorldUser, path: string, file: Buffer, name = 'file'): Promise<Response> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(file)]), name)
  return world.raw(path, { method: 'POST', body: form, headers: { authorization: `Bearer ${as.accessToken}` } })
}

/** Adds a picture; answers the response as it came. */
export function sendPicture(world: World, as: WorldUser, id: string, kind = 'project', picture = SQUARE) {
  return sendFile(world, as, uploadPicture.path.replace('{id}', id).replace('{kind}', kind), picture)
}

/** Says all that a work needs besides its source. */
export async function fillWork(world: World, as: WorldUser, id: string, change: Change = {}): Promise<void> {
  const { price = '0', ...rest } = change
  const usual = { intro: 'A small tool.', environment: 'Any', language: 'TypeScript' } as const
  await world.call(updateWork, { params: { id }, body: { ...usual, labels: ['tools'], ...rest } }, { as })
  const licences = [{ licence: 'personal' as const, price }]
  await world.call(setLicences, { params: { id }, body: { licences } }, { as })
  const answer = await sendPicture(world, as, id)
  if (!answer.ok) throw new Error(`no picture: ${await answer.text()}`)
}

/** A work that is online. @returns its id */
export async function publishWork(
  world: World,
  as: WorldUser,
  change: Change = {},
  files = [{ name: 'README.md', data: Buffer.from('# Readme\n') }],
): Promise<string> {
  const { id } = await world.call(createWork, { body: { title: 'Small tool' } }, { as })
  await fillWork(world, as, id, change)
  const answer = await sendFile(world, as, uploadArchive.path.replace('{id}', id), zip(files), 'work.zip')
  if (!answer.ok) throw new Error(`no version: ${await answer.text()}`)
  await world.call(putWorkOnline, { params: { id } }, { as })
  return id
}
