import { createHash } from 'node:crypto'
import type { RouteData } from '@trove/contract/kit/route'
import { AUDIT_SLOT_MINUTES } from '@trove/contract/storage/audits'
import { createStorageUpload, finishStorageUpload, getStorageUpload } from '@trove/contract/storage/uploads'
import { hexOf } from '@trove/stored-file/bytes'
import { packParts } from '@trove/stored-file/car'
import { createCommitter } from '@trove/stored-file/commitment'
import type { Block } from '@trove/stored-file/dag'
import { newFileKey, readFileKey, sealFile } from '@trove/stored-file/frames'
import { sql } from 'kysely'
import { freePort } from '../../../../tools/start/free-port.ts'
import { type CallOptions, startWorld, type WorldOptions, type WorldUser } from '../world/world.ts'

/** A world with a storage gateway, and files as a browser seals them. */

/** An account of the chain; nobody signs in these tests. */
export const ACCOUNT = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'

export type Sealed = { cid: string; root: string; bytes: number; stored: Buffer; blocks: Block[]; nodes: Block[] }
export type StorageLab = Awaited<ReturnType<typeof openStorageLab>>

/** A plain file, sealed under a key of its own. */
export async function seal(plain: Uint8Array): Promise<Sealed> {
  const key = await readFileKey(newFileKey())
  const committer = await createCommitter()
  const blocks: Block[] = []
  async function* whole() {
    yield plain
  }
  for await (const frame of sealFile(key, whole())) blocks.push(await committer.add(frame))
  const { cid, root, sizeBytes, nodes } = await committer.finish()
  const stored = Buffer.concat(blocks.map(({ bytes }) => bytes))
  return { cid: cid.toString(), root: hexOf(root), bytes: sizeBytes, stored, blocks, nodes }
}

/** The parts in which a sealed file travels. */
export async function partsOf({ blocks }: Pick<Sealed, 'blocks'>): Promise<Buffer[]> {
  const parts: Buffer[] = []
  for await (const { bytes } of packParts(blocks)) parts.push(Buffer.from(bytes))
  return parts
}

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export async function openStorageLab(options: WorldOptions = {}) {
  const port = await freePort()
  const gateway = `http://127.0.0.1:${port}`
  const env = { STORAGE_PORT: String(port), STORAGE_URL: gateway, ...options.env }
  const world = await startWorld({ hasPayment: false, ...options, env })
  const bearer = (as: WorldUser) => ({ authorization: `Bearer ${as.accessToken}` })
  /** Sends one part as a browser does, to this gateway. */
  const putTo =
    (to: string) =>
    (as: WorldUser, id: string, number: number, body: Buffer, hash = sha256(body), init: RequestInit = {}) =>
      fetch(`${to}/uploads/${id}/parts/${number}/${hash}`, {
        method: 'PUT',
        headers: { ...bearer(as), 'content-type': 'application/vnd.ipld.car' },
        body: new Uint8Array(body),
        ...init,
      })

  const lab = {
    world,
    gateway,
    bearer,
    begin: (as: WorldUser, { cid, root, bytes }: Pick<Sealed, 'cid' | 'root' | 'bytes'>, extras: CallOptions = {}) =>
      world.call(createStorageUpload, { body: { cid, root, bytes, account: ACCOUNT } }, { as, ...extras }),
    get: (as: WorldUser, id: string) => world.call(getStorageUpload, { params: { id } }, { as }),
    finish: (as: WorldUser, id: string) => world.call(finishStorageUpload, { params: { id } }, { as }),
    putTo,
    put: putTo(gateway),
    /** Everything from beginning to end. */
    async stage(as: WorldUser, file: Sealed): Promise<RouteData<typeof createStorageUpload>> {
      const { id } = await lab.begin(as, file)
      for (const [number, part] of (await partsOf(file)).entries()) {
        const answer = await lab.put(as, id, number, part)
        if (!answer.ok) throw new Error(await answer.text())
      }
      return await lab.finish(as, id)
    },
    /** Adds a file as programs do that know Kubo. */
    async add(as: WorldUser, bytes: Buffer, name: string): Promise<Response> {
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(bytes)]), name)
      return await lab.read('/api/v0/add', { method: 'POST', headers: lab.bearer(as), body: form })
    },
    /** Moves business time to the begin of the next ten minutes in which a storage node is sampled. */
    async nextSlot(): Promise<void> {
      const { rows } = await sql<{
        seconds: number
      }>`select extract(epoch from business_now())::float8 as seconds`.execute(world.db)
      const slot = AUDIT_SLOT_MINUTES * 60
      await world.advance(Math.ceil((slot - (rows[0]!.seconds % slot)) * 1000))
    },
    read: (path: string, init?: RequestInit) => fetch(gateway + path, init),
    /** Runs the sweep of staged bytes now. */
    async sweep(): Promise<void> {
      world.platform.jobs.soon('storage.sweep')
      await world.settle()
    },
  }
  return lab
}
