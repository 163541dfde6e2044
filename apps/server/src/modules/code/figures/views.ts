import { createHash, randomBytes } from 'node:crypto'
import { ipBucket } from '../../../platform/http/call/values/ip.ts'
import type { Views } from '../model/needs.ts'

const DAY_MS = 86_400_000
/** Works that one address looks at in a day; more is a program. */
export const VIEWS_PER_ADDRESS = 200
/** Looks remembered by one process in a day, some 20 MiB; what comes after them is not counted. */
export const VIEWS_REMEMBERED = 200_000

/** Programs that say what they are. */
const PROGRAM =
  /bot\b|bot\/|crawl|spider|slurp|curl|wget|python|libwww|httpclient|okhttp|go-http|scrapy|facebookexternalhit|preview/i

/**
 * Which looks count, without knowing whose they are: an address is mixed with a secret that lives for a day in the memory of
 * this process, and only whether that mixture came before is remembered. Nothing is stored, and no cookie is set.
 */
export function createViews(nowMs: () => number = Date.now, most = VIEWS_REMEMBERED): Views {
  let [day, secret, seen, byAddress] = fresh(nowMs())
  const hide = (text: string) => createHash('sha256').update(secret).update(text).digest('base64').slice(0, 16)
  return {
    isNew(workId, { ip, agent }) {
      if (Math.floor(nowMs() / DAY_MS) !== day) [day, secret, seen, byAddress] = fresh(nowMs())
      if (!agent || PROGRAM.test(agent)) return false
      const address = hide(ipBucket(ip))
      const look = hide(`${address} ${workId}`)
      const before = byAddress.get(address) ?? 0
      if (seen.has(look) || seen.size >= most || before >= VIEWS_PER_ADDRESS) return false
      seen.add(look)
      byAddress.set(address, before + 1)
      return true
    },
  }
}

const fresh = (nowMs: number) =>
  [Math.floor(nowMs / DAY_MS), randomBytes(32), new Set<string>(), new Map<string, number>()] as [
    number,
    Buffer,
    Set<string>,
    Map<string, number>,
  ]
