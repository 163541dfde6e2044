import { ContractError } from '@trove/contract/errors/codes'
import type { Bytes } from '@trove/stored-file/bytes'
import { refreshSession } from '../../../lib/calls/api.ts'
import { readSession } from '../../../lib/session/session.ts'
import { isOwnerHere } from './owner.ts'

const TRIES = 5
const PAUSE_MS = 1_000
/** A part of 8 MiB on a slow line; a request without an answer for so long is given up and tried again. */
const PART_LIMIT_MS = 10 * 60_000

type SentPart = {
  owner: string
  gateway: string
  uploadId: string
  number: number
  sha256: string
  bytes: Bytes
  /** Ends it, also in the middle. */
  signal: AbortSignal
}

const put = ({ gateway, uploadId, number, sha256, bytes, signal }: SentPart) =>
  fetch(`${gateway}/uploads/${uploadId}/parts/${number}/${sha256}`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${readSession().accessToken ?? ''}`,
      'content-type': 'application/vnd.ipld.car',
    },
    body: bytes,
    signal: AbortSignal.any([signal, AbortSignal.timeout(PART_LIMIT_MS)]),
  })

/** What the gateway refused, by its own code. */
async function refusalOf(answer: Response): Promise<Error> {
  const { error } = (await answer.json().catch(() => ({}))) as { error?: string }
  return error ? new ContractError(error as 'storage.part-wrong') : new ContractError('service.unavailable')
}

const isForNow = ({ status }: Response) => status >= 500 || status === 429

/**
 * Sends one part. A line that breaks is tried again with growing pauses; a session that ran out is refreshed once. Nothing is
 * sent under the session of another person.
 * @throws ContractError, or the reason of the signal
 */
export async function sendPart(part: SentPart): Promise<void> {
  let hasRefreshed = false
  for (let tries = 1; ; tries++) {
    part.signal.throwIfAborted()
    // While the server cannot be reached there is no session to send it with.
    let answer = isOwnerHere(part.owner) ? await put(part).catch(() => undefined) : undefined
    part.signal.throwIfAborted()
    if (answer?.ok) return
    if (answer?.status === 401 && !hasRefreshed) {
      const isFresh = await refreshSession().catch(() => undefined)
      hasRefreshed = isFresh === true
      if (isFresh) continue
      if (isFresh === undefined) answer = undefined
    }
    if (answer && !isForNow(answer)) throw await refusalOf(answer)
    if (tries >= TRIES) throw answer ? await refusalOf(answer) : new ContractError('service.unavailable')
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * 2 ** (tries - 1)))
  }
}
