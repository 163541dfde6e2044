import { createHash, createHmac } from 'node:crypto'

const ALGORITHM = 'TC3-HMAC-SHA256'

export type Tc3Ask = {
  secretId: string
  secretKey: string
  /** Product, as in the first label of its address. */
  service: string
  /** Seconds since 1970. */
  timestamp: number
  /** What is signed, by lower-case name; values as they are sent, in lower case where the provider wants it. */
  headers: Record<string, string>
  body: string
}

/**
 * `Authorization` of a POST to `/` of Tencent Cloud's API 3.0 (its documentation, "Signature Method v3"). Their client is
 * not used: it signs for the first label of whatever host it is pointed at, and brings forty packages for one call.
 */
export function signTc3({ secretId, secretKey, service, timestamp, headers, body }: Tc3Ask): string {
  const names = Object.keys(headers).sort()
  const canonical = names.map((name) => `${name}:${headers[name]!.trim()}\n`).join('')
  const signedNames = names.join(';')
  const request = ['POST', '/', '', canonical, signedNames, sha256(body)].join('\n')
  const date = new Date(timestamp * 1000).toISOString().slice(0, 10)
  const scope = `${date}/${service}/tc3_request`
  const text = [ALGORITHM, timestamp, scope, sha256(request)].join('\n')
  const key = [date, service, 'tc3_request'].reduce<Buffer | string>(hmac, `TC3${secretKey}`)
  const signature = hmac(key, text).toString('hex')
  return `${ALGORITHM} Credential=${secretId}/${scope}, SignedHeaders=${signedNames}, Signature=${signature}`
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
