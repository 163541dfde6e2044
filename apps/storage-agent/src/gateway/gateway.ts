import type { Bytes } from '@trove/stored-file/bytes'
import { type BlockSource, isBlockOf } from '@trove/stored-file/reading'

/** The gateway does not give a block now: it is down, slow, or has not got it. */
export class Unavailable extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'Unavailable'
  }
}

/** The gateway answers, and says that it has no such block: asking again soon is of little use. */
export class NotThere extends Unavailable {
  constructor(cid: string) {
    super(`the gateway has no ${cid}`)
    this.name = 'NotThere'
  }
}

/** Answers of a gateway that knows of no such content. */
const ABSENT = [404, 410]
/** No block of a stored file is longer. */
const MOST_BYTES = 2 ** 20
const LIMIT_MS = 60_000

/**
 * Blocks from a trustless gateway (`GET /ipfs/{cid}?format=raw`), each held against its identifier: other bytes are the
 * gateway's fault, not the order's, and are asked for again later. @throws Unavailable, NotThere
 */
export function createGateway(url: string, signal?: AbortSignal): BlockSource {
  const base = url.replace(/\/+$/, '')
  return async (cid) => {
    const limit = AbortSignal.timeout(LIMIT_MS)
    try {
      const answer = await fetch(`${base}/ipfs/${encodeURIComponent(cid)}?format=raw`, {
        headers: { accept: 'application/vnd.ipld.raw' },
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      })
      if (ABSENT.includes(answer.status)) throw new NotThere(cid)
      if (!answer.ok || !answer.body) throw new Unavailable(`the gateway answered ${answer.status} for ${cid}`)
      const bytes = await readAll(answer.body)
      if (!(await isBlockOf(cid, bytes))) throw new Unavailable(`the gateway gave other bytes for ${cid}`)
      return bytes
    } catch (error) {
      if (error instanceof Unavailable) throw error
      throw new Unavailable(`the gateway did not give ${cid}: ${(error as Error).message}`)
    }
  }
}

async function readAll(body: ReadableStream<Uint8Array>): Promise<Bytes> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body) {
    length += part.length
    if (length > MOST_BYTES) throw new Unavailable('the gateway sent more than a block')
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}
