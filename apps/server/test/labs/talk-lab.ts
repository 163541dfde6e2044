import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@trove/contract/client'
import { type ConversationFile, uploadConversationFile } from '@trove/contract/conversations/routes'
import { putFilePart } from '@trove/contract/files/routes'
import type { RouteData, RouteInput, RouteSpec } from '@trove/contract/kit/route'
import type { z } from 'zod'
import { createConversations } from '../../src/modules/conversations/module.ts'
import type { Subject } from '../../src/modules/conversations/needs.ts'
import { createFiles } from '../../src/modules/files/module.ts'
import { createNotices } from '../../src/modules/notices/module.ts'
import { openLog } from '../../src/platform/base/log.ts'
import { openDiskBlobs } from '../../src/platform/blobs/disk.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { openPool } from '../../src/platform/db/pool/pool.ts'
import { createAdmission } from '../../src/platform/http/call/admission.ts'
import { createIdempotency } from '../../src/platform/http/call/idempotency.ts'
import { registerRoutes } from '../../src/platform/http/call/kit.ts'
import { createServer } from '../../src/platform/http/site/server.ts'
import { createThrottle } from '../../src/platform/http/site/throttle.ts'
import type { Jobs } from '../../src/platform/jobs/jobs.ts'
import { createLimiter } from '../../src/platform/rate-limit.ts'
import { createSealer } from '../../src/platform/sealing/sealing.ts'

/** SHA-256 as hex. */
export const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')

export type TalkLab = Awaited<ReturnType<typeof openTalkLab>>

/** Conversations over a real database, real blobs on disk and real HTTP; the bearer token is the person's id. */
export async function openTalkLab(url: string, shared?: { blobDir: string; key: Buffer }) {
  const log = openLog('silent')
  const pool = openPool({ url, size: 20, log, name: 'talk-lab' })
  const db = openDatabase(pool)
  const blobDir = shared?.blobDir ?? (await mkdtemp(join(tmpdir(), 'trove-talk-')))
  const key = shared?.key ?? randomBytes(32)
  const blobs = await openDiskBlobs(blobDir)
  const sealer = createSealer([{ id: 'test', key }], randomBytes(32))
  const sweeps: (() => Promise<void>)[] = []
  const jobs: Jobs = {
    enqueue: async () => {},
    enqueueAll: async () => {},
    define: () => {},
    soon: () => {},
    every: (_name, _seconds, handler) => void sweeps.push(handler),
  }
  const notices = createNotices({ db, jobs })
  const limiter = createLimiter(db)
  const files = createFiles({
    db,
    blobs,
    jobs,
    sealer,
    limiter,
    holdPerson: async () => true,
    setAvatar: async () => {},
  })
  const conversations = createConversations({
    db,
    sealer,
    limiter,
    notices,
    files,
    findPeople: async (ids) =>
      new Map(ids.map((id) => [id, { id, nickName: `${id}-name`, headImgUrl: null, isDemo: false }])),
  })
  const offers = new Map<string, Subject>()
  conversations.registerSubject({ kind: 'superPoints', find: async (id) => offers.get(id) })
  const server = await createServer({ log, trustedProxies: [], connectTo: [], isHttps: false })
  registerRoutes(server, [...conversations.routes, ...files.routes, ...notices.routes], {
    product: 'trove',
    log,
    limiter,
    idempotency: createIdempotency(db, 1, sealer),
    admission: createAdmission(),
    throttle: createThrottle(0),
    observe: () => undefined,
    authenticate: async (userId) => ({ userId, sessionId: `session-${userId}`, staff: [] }),
    factorOf: async () => 'fresh',
    isWalletBound: async () => false,
    ssoClient: 'trove:trove',
  })
  const origin = await server.listen({ port: 0, host: '127.0.0.1' })

  function call<R extends RouteSpec>(route: R, input: RouteInput<R>, userId: string): Promise<RouteData<R>> {
    const client = createClient({
      baseUrl: origin,
      product: 'trove',
      language: () => 'en',
      authorization: () => `Bearer ${userId}`,
    })
    return client(route, input)
  }

  /** Sends one part of an upload, with the hash of what is sent unless another is given. */
  async function putPart(id: string, userId: string, number: number, content: Buffer, sha256 = hashOf(content)) {
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(content)]), 'part')
    return call(putFilePart, { params: { id, number: String(number), sha256 }, body } as never, userId)
  }

  async function upload(
    id: string,
    userId: string,
    name: string,
    content: Buffer,
  ): Promise<z.output<typeof ConversationFile>> {
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(content)]), name)
    return call(uploadConversationFile, { params: { id }, body } as never, userId)
  }

  return {
    db,
    blobs,
    blobDir,
    call,
    upload,
    putPart,
    sealer,
    key,
    origin,
    get: (path: string, headers: Record<string, string> = {}) => server.inject({ url: path, headers }),
    /** Something that can be talked about. */
    offer(ownerId: string): string {
      const id = `offer${offers.size + 1}`
      offers.set(id, { ownerId, title: `CP-${id}`, isOpen: true })
      return id
    },
    /** From now the offer is a person, and its title their name. */
    makePerson: (id: string) => void offers.set(id, { ...offers.get(id)!, isPerson: true }),
    takeOff: (id: string) => void offers.set(id, { ...offers.get(id)!, isOpen: false }),
    remove: (id: string) => void offers.delete(id),
    async sweep(): Promise<void> {
      for (const sweep of sweeps) await sweep()
    },
    async close(): Promise<void> {
      await server.close()
      await pool.end()
      if (!shared) await rm(blobDir, { recursive: true, force: true })
    },
  }
}
