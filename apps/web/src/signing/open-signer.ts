import type { Signer } from '@trove/chain-client/submit'
import { askExtension } from '../lib/wallet/extension.ts'
import { findKeystore, type Wallet } from '../lib/wallet/wallet.ts'
import { openKeystore } from './open-keystore.ts'

/** Why there is nobody to sign: the words of `chainWallet.signing`, but for the password, which is asked for again. */
export class SignerFault extends Error {
  fault: 'wrong-password' | 'otherAccount' | 'abandoned' | 'noKeystore'
  constructor(fault: SignerFault['fault']) {
    super(fault)
    this.fault = fault
  }
}

/** Signs for the connected account until it is closed. */
type OpenSigner = { signer: Signer; close: () => void }

/**
 * The signer of the connected account: the extension, or the imported keystore unlocked in a worker.
 * @throws SignerFault
 */
export function openSigner(wallet: Wallet, password: string): Promise<OpenSigner> {
  return wallet.isImported ? openImported(password) : openExtension(wallet)
}

async function openImported(password: string): Promise<OpenSigner> {
  const [{ readKeystoreFile }, { signerOf }] = await Promise.all([
    import('@trove/chain-client/keystore/keystore-file'),
    import('@trove/chain-client/signers'),
  ])
  const read = readKeystoreFile(findKeystore() ?? '')
  if ('fault' in read) throw new SignerFault('noKeystore')
  const opened = await openKeystore(read.keystore, password)
  if (!opened) throw new SignerFault('wrong-password')
  return { signer: signerOf(opened.publicKey, opened.sign), close: opened.close }
}

async function openExtension({ accountId }: Wallet): Promise<OpenSigner> {
  const [{ extensionSignerOf }, { findAccount }, answer] = await Promise.all([
    import('@trove/chain-client/extension-signer'),
    import('@trove/chain-client/base/account'),
    askExtension(),
  ])
  if (answer.state === 'refused') throw new SignerFault('abandoned')
  if (answer.state !== 'ready') throw new SignerFault('otherAccount')
  const account = answer.accounts.find(({ address }) => findAccount(address)?.address === accountId)
  if (!account) throw new SignerFault('otherAccount')
  return { signer: extensionSignerOf(account.address, answer.signer), close: () => undefined }
}
