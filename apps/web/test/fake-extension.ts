import { vi } from 'vitest'
import { connectExtensionAccount } from '../src/lib/wallet/wallet.ts'

/** Stands in for a browser extension that has this account and signs whatever it is asked to. */
export function offerFakeExtension(accountId: string): void {
  const signPayload = async () => ({ signature: '0x' })
  const injected = {
    accounts: { get: async () => [{ address: accountId }] },
    signer: { signPayload, signRaw: signPayload },
  }
  vi.stubGlobal('injectedWeb3', { 'polkadot-js': { enable: async () => injected } })
}

/** The same, with the account connected to somebody's account of the site. */
export function connectFakeExtension(userId: string, accountId: string): void {
  offerFakeExtension(accountId)
  connectExtensionAccount(userId, { accountId, name: 'Mi' })
}
