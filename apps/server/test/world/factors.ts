import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { sendAccountCode } from '@trove/contract/identity/account'
import { beginTotp, confirmTotp } from '@trove/contract/identity/second-factor'
import { generateSync } from 'otplib'
import { freshAddress, readCode } from './sign-in.ts'
import type { World, WorldUser } from './world.ts'

const STEP_SECONDS = 30

/** The code of an authenticator app now, or so many steps later: no code counts twice. */
export const totpCode = (secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * STEP_SECONDS })

/** Asks for the code that begins the first factor, and reads it in the outbox. */
export async function factorSms(world: World, as: WorldUser): Promise<string> {
  // Another code went to the number less than a minute ago, to sign in.
  await world.advance(61_000)
  await world.call(sendAccountCode, { body: { purpose: 'second-factor' } }, { as, headers: freshAddress() })
  return readCode(world, as.mobile)
}

/** Enrols an authenticator app as everybody does, with a code to the phone. */
export async function enrolTotp(world: World, as: WorldUser) {
  const { secret } = await world.call(beginTotp, { body: { smsCode: await factorSms(world, as) } }, { as })
  const { recoveryCodes } = await world.call(confirmTotp, { body: { code: totpCode(secret) } }, { as })
  return { secret, recoveryCodes }
}

const b64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

/** A passkey in software, as a browser would speak of it: P-256, no attestation, a counter. */
export function softPasskey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let counter = 0
  const authData = (flags: number, rest = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), count, rest])
  }
  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  const base = { id: b64(id), rawId: b64(id), type: 'public-key', clientExtensionResults: {} }
  return {
    id: b64(id),
    setCounter(value: number): void {
      counter = value
    },
    make(challenge: string, from = origin) {
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]) as never,
      )
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const object = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData(0x41, attested))],
      ])
      const attestationObject = b64(isoCBOR.encode(object as never))
      const clientDataJSON = b64(clientData('webauthn.create', challenge, from))
      return { ...base, response: { clientDataJSON, attestationObject, transports: ['internal'] } }
    },
    show(challenge: string, from = origin) {
      counter++
      const data = authData(0x01)
      const client = clientData('webauthn.get', challenge, from)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey)
      const response = { clientDataJSON: b64(client), authenticatorData: b64(data), signature: b64(signature) }
      return { ...base, response }
    },
  }
}
