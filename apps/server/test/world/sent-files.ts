import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadCasePicture } from '@trove/contract/talent/experts'
import { sql } from 'kysely'
import { applyAs, photo } from '../labs/certification-lab.ts'
import type { Life } from './whole-life.ts'
import type { World } from './world.ts'

/**
 * Files of the two people of a whole life: papers, the picture applied with, pictures of cases. A file's canary is some of
 * its own bytes as hexadecimal, for what is stored may be drawn anew.
 */

/** Behind the head that all files of a format share. */
const CANARY_BYTES = { start: 40, end: 72 }
const canaryOf = (bytes: Buffer) => bytes.subarray(CANARY_BYTES.start, CANARY_BYTES.end).toString('hex')

export type SentPaper = { fileId: string; canary: string; bytes: Buffer }

/** The buyer applies to be certified, with a real name and a paper, and reads that paper. */
export async function applyInLife(world: World, { buyer, canaries }: Life): Promise<SentPaper> {
  const realName = '端木听雪'
  canaries.push({ owner: 'buyer', kind: 'certified name', canary: realName })
  const { form } = await applyAs(world, buyer, { realName })
  const fileId = form.certificationFiles[0]!.url
  const answer = await world.raw(`/api/manpower/secret-file/${fileId}`, {
    headers: { authorization: `Bearer ${buyer.accessToken}` },
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (bytes.length < CANARY_BYTES.end) throw new Error(`no paper: ${answer.status}`)
  return { fileId, bytes, canary: canaryOf(bytes) }
}

/** The seller, who is an expert, sends a picture of a case. */
export async function addCasePicture(world: World, { seller }: Life): Promise<void> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await photo(640, 480, '#37a'))]), 'case.jpg')
  const headers = { authorization: `Bearer ${seller.accessToken}` }
  const answer = await world.raw(uploadCasePicture.path, { method: 'POST', body: form, headers })
  if (!answer.ok) throw new Error(`no picture: ${await answer.text()}`)
}

/** What the two sent that is whole, by kind. */
export async function sentFiles(world: World, { seller, buyer }: Life): Promise<{ id: string; kind: string }[]> {
  const { rows } = await sql<{ id: string; kind: string }>`select id, kind from files
    where owner_id in (${seller.userId}, ${buyer.userId}) and state = 'live' order by kind, id`.execute(world.db)
  return rows
}

export type StoredBlob = { path: string; hex: string }

/** All that the store of blobs holds. */
export async function storedBlobs(world: World): Promise<StoredBlob[]> {
  const files = await readdir(world.dataDir, { recursive: true, withFileTypes: true })
  const ours = files.filter((file) => file.isFile() && !file.parentPath.includes('simulator'))
  return Promise.all(
    ours.map(async (file) => {
      const path = join(file.parentPath, file.name)
      return { path, hex: await readFile(path, 'hex') }
    }),
  )
}
