import type { Log } from '../../../platform/base/log.ts'
import { encodeSmall } from '../model/drawing.ts'

const LIMIT_MS = 3_000
const PICTURE_BYTES = 2 * 1024 * 1024
/** Twice what a page shows. */
const SIDE = 112

/** Turns the address of a picture at a provider into the picture itself, or null. */
export type ReadPicture = (address: string | null) => Promise<string | null>

/**
 * Fetches people's pictures from the provider once and keeps them as data, so that no page of ours asks a stranger's server
 * for anything (money.md B). `origins` are where the provider keeps them, `https://*.example.com` for all hosts
 * under a name; nothing else is ever fetched. A picture that cannot be had is no failure: the page draws one.
 */
export function createPictureReader({ origins, log }: { origins: readonly string[]; log: Log }): ReadPicture {
  return async (address) => {
    const url = address === null ? undefined : trusted(address, origins)
    if (!url) return null
    try {
      const picture = await download(url)
      const small = picture && (await encodeSmall(picture, SIDE))
      return small ? `data:image/webp;base64,${small.toString('base64')}` : null
    } catch (error) {
      log.info({ reason: (error as Error).name }, 'a picture of the provider could not be had')
      return null
    }
  }
}

/** The address to ask, if it lies with the provider; plain HTTP becomes HTTPS where the provider speaks that. */
function trusted(address: string, origins: readonly string[]): URL | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  const isOf = (one: URL) =>
    origins.some((origin) =>
      origin.startsWith('https://*.')
        ? one.protocol === 'https:' && one.port === '' && one.hostname.endsWith(origin.slice('https://*'.length))
        : one.origin === origin,
    )
  if (isOf(url)) return url
  const secure = new URL(url)
  secure.protocol = 'https:'
  return isOf(secure) ? secure : undefined
}

async function download(url: URL): Promise<Buffer | undefined> {
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(LIMIT_MS) })
  if (!answer.ok || !answer.body) return undefined
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer.body) {
    bytes += part.length
    if (bytes > PICTURE_BYTES) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}
