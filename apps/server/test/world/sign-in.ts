import { sendSms, token } from '@trove/contract/identity/routes'
import type { World } from './world.ts'

/** Steps of signing in, one at a time, for tests that look between them. */

let lastAddress = 0

/** An address nobody came from yet. */
export function freshAddress(): Record<string, string> {
  lastAddress++
  return { 'x-forwarded-for': `172.20.${lastAddress >> 8}.${lastAddress & 255}` }
}

/** Asks for a code and reads it in the outbox. */
export async function askCode(
  world: World,
  mobile: string,
  headers = freshAddress(),
  slider?: string,
): Promise<string> {
  await world.call(sendSms, { query: { mobile, slider } }, { headers })
  return readCode(world, mobile)
}

/** The newest code of a number. */
export async function readCode(world: World, mobile: string): Promise<string> {
  const answer = await world.raw(`/dev/outbox.json?mobile=${encodeURIComponent(mobile)}`)
  const newest = ((await answer.json()) as { code: string | null }[]).find(({ code }) => code !== null)
  if (!newest?.code) throw new Error(`no text message went to ${mobile}`)
  return newest.code
}

/** Signs in with a code; rejects with the contract's code. */
export function useCode(
  world: World,
  body: { mobile: string; smsCode: string; slider?: string; agreement?: string; device?: 'pc' | 'mobile' },
  headers: Record<string, string> = {},
) {
  return world.call(token, { body: { grant_type: 'mobile', scope: 'server', ...body } }, { headers })
}

/** Another six digits than these. */
export function otherCode(code: string, distance = 1): string {
  return String((Number(code) + distance) % 1_000_000).padStart(6, '0')
}

/** How many promises were kept, and the contract codes of those that were not. */
export async function tally(calls: Promise<unknown>[]): Promise<{ kept: number; refused: Record<string, number> }> {
  const refused: Record<string, number> = {}
  let kept = 0
  for (const result of await Promise.allSettled(calls)) {
    if (result.status === 'fulfilled') kept++
    else {
      const code = String((result.reason as { code?: string }).code ?? result.reason)
      refused[code] = (refused[code] ?? 0) + 1
    }
  }
  return { kept, refused }
}
