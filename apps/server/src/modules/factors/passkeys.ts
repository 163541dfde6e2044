import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { ContractError, requireThat } from '@trove/contract/errors/codes'
import { PASSKEYS_MAX } from '@trove/contract/identity/second-factor'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Caller } from '../../platform/http/call/serve.ts'
import type { FactorsNeeds } from './needs.ts'
import * as store from './store.ts'

/** Loaded when somebody first uses a passkey: with what it stands on it is a tenth of all files of a server. */
const webauthn = () => import('@simplewebauthn/server')

/** What the browser needs to make a passkey: bound to our host, none it has already. */
export async function passkeyToMake(needs: FactorsNeeds, { userId, sessionId }: Caller) {
  const keys = await store.listPasskeys(needs.db, userId)
  requireThat(keys.length < PASSKEYS_MAX, 'factor.limit', { count: PASSKEYS_MAX })
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpName: 'Trove',
    rpID: hostOf(needs),
    userName: await needs.labelOf(userId),
    userID: new TextEncoder().encode(userId),
    attestationType: 'none',
    excludeCredentials: keys.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
  await store.putChallenge(needs.db, { userId, sessionId, purpose: 'enrol', challenge: options.challenge })
  return options
}

/** Reads what the browser made; undefined when it does not answer the question. */
export async function readNewPasskey(
  needs: FactorsNeeds,
  challenge: string,
  name: string,
  answer: unknown,
): Promise<store.NewPasskey | undefined> {
  const response = answer as RegistrationResponseJSON
  const { verifyRegistrationResponse } = await webauthn()
  const read = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: originOf(needs),
    expectedRPID: hostOf(needs),
    requireUserVerification: false,
    // The library throws for whatever it cannot read or does not believe.
  }).catch(() => undefined)
  if (!read?.verified) return undefined
  const { id, publicKey, counter } = read.registrationInfo.credential
  const transports = readTransports(response.response.transports)
  return { id, name, publicKey: Buffer.from(publicKey), counter: BigInt(counter), transports }
}

/** How a key is reached (WebAuthn, AuthenticatorTransport). */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

/** The known words of what the browser says about a key: no signature covers them, so they are only a hint. */
function readTransports(given: unknown) {
  return Array.isArray(given) ? TRANSPORTS.filter((word) => given.includes(word)) : []
}

/** What the browser needs to show one of the person's passkeys. @throws ContractError `factor.missing` */
export async function passkeyToShow(needs: FactorsNeeds, { userId, sessionId }: Caller) {
  const keys = await store.listPasskeys(needs.db, userId)
  requireThat(keys.length > 0, 'factor.missing')
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: hostOf(needs),
    allowCredentials: keys.map(({ id, transports }) => ({ id, transports })),
    userVerification: 'preferred',
  })
  await store.putChallenge(needs.db, { userId, sessionId, purpose: 'prove', challenge: options.challenge })
  return options
}

/** @throws ContractError `factor.not-begun`, `factor.passkey-wrong` */
export async function provePasskey(needs: FactorsNeeds, caller: Caller, answer: unknown): Promise<void> {
  const { db } = needs
  const { userId, sessionId } = caller
  const challenge = await store.takeChallenge(db, userId, sessionId, 'prove')
  requireThat(challenge, 'factor.not-begun')
  const response = answer as AuthenticationResponseJSON
  const key = (await store.listPasskeys(db, userId)).find(({ id }) => id === response.id)
  requireThat(key, 'factor.passkey-wrong')
  const { publicKey, counter, transports } = key
  const { verifyAuthenticationResponse } = await webauthn()
  const read = await refuseBroken(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: originOf(needs),
      expectedRPID: hostOf(needs),
      credential: { id: key.id, publicKey: new Uint8Array(publicKey), counter: Number(counter), transports },
      requireUserVerification: false,
    }),
  )
  requireThat(read.verified, 'factor.passkey-wrong')
  await inTransaction(db, async (tx) => {
    const isNext = await store.usePasskey(tx, userId, key.id, read.authenticationInfo.newCounter)
    requireThat(isNext, 'factor.passkey-wrong')
    await store.noteProof(tx, userId, sessionId)
  })
}

const originOf = (needs: FactorsNeeds) => new URL(needs.publicUrl()).origin
const hostOf = (needs: FactorsNeeds) => new URL(needs.publicUrl()).hostname

/** Whatever the library cannot read or does not believe is refused; it throws for all of that. */
async function refuseBroken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch {
    throw new ContractError('factor.passkey-wrong')
  }
}
