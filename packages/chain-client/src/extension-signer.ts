import { getPolkadotSignerFromPjs } from 'polkadot-api/pjs-signer'
import type { Signer } from './submit.ts'

type Signing = Parameters<typeof getPolkadotSignerFromPjs>

/** What a wallet extension offers to sign with (polkadot{.js} interface). */
export type InjectedSigner = { signPayload: Signing[1]; signRaw: Signing[2] }

/** A signer that asks the extension for each signature; a refusal there counts as abandoned. */
export function extensionSignerOf(address: string, injected: InjectedSigner): Signer {
  return getPolkadotSignerFromPjs(
    address,
    (payload) => injected.signPayload(payload),
    (payload) => injected.signRaw(payload),
  )
}
