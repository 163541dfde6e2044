import type { Call } from '@trove/chain-client/calls'
import type { Chain } from '@trove/chain-client/chain'
import type { Outcome, SignedCall } from '@trove/chain-client/reading/outcome'
import type { Network } from '../lib/wallet/chain.ts'
import { findUnderWay, keepCall } from '../lib/wallet/signed-calls.ts'
import type { Wallet } from '../lib/wallet/wallet.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { openSigner } from './open-signer.ts'

export type Signing = {
  wallet: Wallet
  /** Of an imported account's keystore; not looked at for the extension's. */
  password: string
  chain: Chain
  network: Network
  /** Names what it does; of two equal ones the second waits for the outcome of the first. */
  kind: string
  call: Call
  /** It is signed and kept, and about to be sent. */
  onKept: () => void
}

/**
 * Signs a call, keeps what finds it again, and only then sends it and watches it. `busy`: an equal one has no outcome yet,
 * or the account is signing in another tab.
 * @throws SignerFault when there is nobody to sign
 */
export async function signKept(signing: Signing): Promise<Outcome> {
  const { wallet, network, kind, password } = signing
  const outcome = await oneAtATime(wallet.accountId, async (): Promise<Outcome> => {
    if (findUnderWay(wallet.accountId, network, kind)) return { kind: 'busy' }
    const { signer, close } = await openSigner(wallet, password)
    return await submitKept(signing, signer, close).finally(close)
  })
  return outcome ?? { kind: 'busy' }
}

async function submitKept(
  { chain, network, kind, call, onKept }: Signing,
  signer: Parameters<Chain['submitAndWatch']>[1],
  close: () => void,
): Promise<Outcome> {
  const following = Promise.withResolvers<Outcome>()
  const keepSigned = ({ bytes: _, ...trace }: SignedCall) => {
    // Until its blocks come is no reason to hold an open key.
    close()
    const { genesisHash, networkId } = network
    keepCall({ ...trace, genesisHash, networkId, kind, signedMs: Date.now(), following: following.promise })
    onKept()
  }
  const outcome = await chain.submitAndWatch(call, signer, {
    onProgress: (progress) => progress.step === 'signed' && keepSigned(progress.signed),
  })
  following.resolve(outcome)
  return outcome
}
