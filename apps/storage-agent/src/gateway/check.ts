import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ServerAccount } from '@trove/chain-client/server-keys'
import { nodeCheckAnswer } from '@trove/contract/storage/node'

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
  const post = async (step: string) => {
    const sent = await fetch(`${base}/${step}`, { ...options, method: 'POST' })
    if (!sent.ok) throw new Error(`the gateway answered ${sent.status}`)
    return ((await sent.json()) as { data: unknown }).data
  }
  try {
    const given = await fetch(base, options)
    if (given.status === 404) return 'none'
    if (!given.ok || !given.body) return 'failed'
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await pipeline(Readable.fromWeb(given.body as Parameters<typeof Readable.fromWeb>[0]), createWriteStream(path))
    const { nonce } = (await post('question')) as { nonce: string }
    const hash = createHash('sha256').update(nonce, 'hex')
    for await (const piece of createReadStream(path)) hash.update(piece as Buffer)
    const digest = hash.digest('hex')
    const signature = Buffer.from(account.signText(nodeCheckAnswer(nonce, digest))).toString('hex')
    const { isGranted } = (await post(`answer/${digest}/${signature}`)) as { isGranted: boolean }
    return isGranted ? 'granted' : 'none'
  } catch {
    return 'failed'
  } finally {
    await rm(path, { force: true })
  }
}
