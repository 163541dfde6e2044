import { isIP } from 'node:net'
import { z } from 'zod'

/** Names for ranges of addresses, as the HTTP library knows them. */
const NAMED = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** Whether an entry of TRUST_PROXY is an address, a range of addresses in CIDR form, or a named range. */
function isEntry(entry: string): boolean {
  if (NAMED.has(entry)) return true
  const [address = '', bits, more] = entry.split('/')
  const version = isIP(address)
  if (version === 0 || more !== undefined) return false
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128))
  )
}

/**
 * Trusted proxies (X-Forwarded-For), comma-separated; none when absent. `0.0.0.0/0` is refused: then any caller could
 * name any address.
 */
export const trustedProxies = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  )
  .refine((entries) => entries.every(isEntry), 'must be addresses or ranges such as 10.0.0.0/8, comma-separated')
