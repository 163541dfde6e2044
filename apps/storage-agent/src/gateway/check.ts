import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ServerAccount } from '@trove/chain-client/server-keys'
import { NODE_CHECK_TAIL_BYTES, nodeCheckAnswer, nodeCheckBegin } from '@trove/contract/storage/node'
import { gatewaySeconds } from './time.ts'

const LIMIT_MS = 600_000

/** What became of asking: `none` while the site has no grant for this account. */
export type CheckEnd = 'granted' | 'none' | 'failed'

type Options = { gatewayUrl: string; account: ServerAccount; folder: string; signal?: AbortSignal }

/**
 * Passes the site's check of a new node and thereby has its grant: takes the bytes it is given onto its disk, and answers a
 * question about all of them. Whatever becomes of it, the bytes go again.
 */
export async function passCheck({ gatewayUrl, account, folder, signal }: Options): Promise<CheckEnd> {
  const base = `${gatewayUrl.replace(/\/+$/, '')}/nodes/${account.address}/check`
  const limit = AbortSignal.timeout(LIMIT_MS)
  const options = { redirect: 'error', signal: signal ? AbortSignal.any([signal, limit]) : limit } as const
  const path = join(folder, 'check.bin')
  const sign = (text: string) => Buffer.from(account.signText(text)).toString('hex')
  const post = async (step: string) => {
    const sent = await fetch(`${base}/${step}`, { ...options, method: 'POST' })
    if (!sent.ok) throw new Error(`the gateway answered ${sent.status}`)
    return ((await sent.json()) as { data: unknown }).data
  }
  try {
    const at = await gatewaySeconds(gatewayUrl, signal)
    const given = await fetch(`${base}/${at}/${sign(nodeCheckBegin(at))}`, options)
    if (given.status === 404) return 'none'
    if (!given.ok || !given.body) return 'failed'
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await pipeline(Readable.fromWeb(given.body as Parameters<typeof Readable.fromWeb>[0]), createWriteStream(path))
    const { nonce } = (await post(`question/${await tailOf(path)}`)) as { nonce: string }
    const hash = createHash('sha256').update(nonce, 'hex')
    for await (const piece of createReadStream(path)) hash.update(piece as Buffer)
    const digest = hash.digest('hex')
    const { isGranted } = (await post(`answer/${digest}/${sign(nodeCheckAnswer(nonce, digest))}`)) as {
      isGranted: boolean
    }
    return isGranted ? 'granted' : 'none'
  } catch {
    return 'failed'
  } finally {
    await rm(path, { force: true })
  }
}

/** The end of what was taken, in hex. */
async function tailOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const { buffer } = await file.read(Buffer.alloc(NODE_CHECK_TAIL_BYTES), { position: size - NODE_CHECK_TAIL_BYTES })
    return buffer.toString('hex')
  } finally {
    await file.close()
  }
}
