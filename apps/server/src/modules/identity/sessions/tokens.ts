import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { CompactSign, compactVerify } from 'jose'
import { ACCESS_SECONDS } from './rules.ts'

export type AccessClaims = { userId: string; sessionId: string; expiresAtSeconds: number }
export type RefreshParts = { sessionId: string; generation: number; mac: Buffer }

const ALGORITHM = 'HS256'
const REFRESH = /^r1\.([A-Za-z0-9_-]{22})\.(\d{1,9})\.([A-Za-z0-9_-]{43})$/
const MAC_BYTES = 32

/** Makes and reads tokens. One key from the configuration; access and refresh tokens use different keys derived from it. */
export function createTokens({ key, product }: { key: Buffer; product: string }) {
  const accessKey = derive(key, 'access')
  const refreshKey = derive(key, 'refresh')
  const macOf = (sessionId: string, generation: number, salt: Buffer) =>
    createHmac('sha256', refreshKey).update(salt).update(`${sessionId}.${generation}`).digest()
  return {
    /** The same session and moment make the same token, so a repeated refresh can answer the same pair. */
    signAccess({
      userId,
      sessionId,
      issuedAt,
    }: {
      userId: string
      sessionId: string
      issuedAt: Date
    }): Promise<string> {
      const iat = Math.floor(issuedAt.getTime() / 1000)
      const claims = { iss: product, sub: userId, sid: sessionId, iat, exp: iat + ACCESS_SECONDS }
      return new CompactSign(Buffer.from(JSON.stringify(claims)))
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .sign(accessKey)
    },
    /** Claims of a token we signed, or undefined. Whether it has expired is for the caller, who knows the database's time. */
    async readAccess(token: string): Promise<AccessClaims | undefined> {
      try {
        const { payload } = await compactVerify(token, accessKey, { algorithms: [ALGORITHM] })
        return claimsOf(JSON.parse(Buffer.from(payload).toString('utf8')), product)
      } catch {
        return undefined
      }
    },
    makeRefresh(sessionId: string, generation: number, salt: Buffer): string {
      return `r1.${sessionId}.${generation}.${macOf(sessionId, generation, salt).toString('base64url')}`
    },
    readRefresh(text: string): RefreshParts | undefined {
      const parts = REFRESH.exec(text)
      if (!parts) return undefined
      return { sessionId: parts[1]!, generation: Number(parts[2]), mac: Buffer.from(parts[3]!, 'base64url') }
    },
    /** Whether we made this refresh token; a forged one must not end a session. */
    isGenuine({ sessionId, generation, mac }: RefreshParts, salt: Buffer): boolean {
      return mac.length === MAC_BYTES && timingSafeEqual(mac, macOf(sessionId, generation, salt))
    },
  }
}

export type Tokens = ReturnType<typeof createTokens>

function derive(key: Buffer, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, Buffer.alloc(0), `trove.token.${purpose}`, MAC_BYTES))
}

function claimsOf(claims: Record<string, unknown>, product: string): AccessClaims | undefined {
  const { iss, sub, sid, exp } = claims
  if (iss !== product || typeof sub !== 'string' || typeof sid !== 'string' || typeof exp !== 'number') return undefined
  return { userId: sub, sessionId: sid, expiresAtSeconds: exp }
}
