import { ContractError } from '@trove/contract/errors/codes'
import type { Bytes } from '@trove/stored-file/bytes'
import { refreshSession } from '../../../lib/api.ts'
import { readSession } from '../../../lib/session.ts'

const TRIES = 5
const PAUSE_MS = 1_000

type SentPart = { gateway: string; uploadId: string; number: number; sha256: string; bytes: Bytes }

const put = ({ gateway, uploadId, number, sha256, bytes }: SentPart) =>
  fetch(`${gateway}/uploads/${uploadId}/parts/${number}/${sha256}`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${readSession().accessToken ?? ''}`,
      'content-type': 'application/vnd.ipld.car',
    },
    body: bytes,
  })

/** What the gateway refused, by its own code. */
async function refusalOf(answer: Response): Promise<Error> {
  const { error } = (await answer.json().catch(() => ({}))) as { error?: string }
  return error ? new ContractError(error as 'storage.part-wrong') : new ContractError('service.unavailable')
}

/**
 * Sends one part. A line that breaks is tried again with growing pauses; a session that ran out is refreshed once.
 * @throws ContractError
 */
export async function sendPart(part: SentPart): Promise<void> {
  let hasRefreshed = false
  for (let tries = 1; ; tries++) {
    const answer = await put(part).catch(() => undefined)
    if (answer?.ok) return
    if (answer?.status === 401 && !hasRefreshed && (await refreshSession())) hasRefreshed = true
    else if (answer && answer.status < 500 && answer.status !== 429) throw await refusalOf(answer)
    else if (tries >= TRIES) throw answer ? await refusalOf(answer) : new ContractError('service.unavailable')
    else await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * 2 ** (tries - 1)))
  }
}
