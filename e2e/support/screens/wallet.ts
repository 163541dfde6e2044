import type { KeyringPair } from '@polkadot/keyring/types'
import type { Say } from '@trove/messages/kit/say'
import { chainWallet } from '@trove/messages/money/chain-wallet'
import type { Locator } from 'playwright-core'
import { signAsExtension } from '../chain.ts'
import type { Window } from './browse.ts'

/** What a person does with the chain wallet on the site, click by click. */

export const PURSE = '/personal-center/my-purse'

/** The card of the chain wallet in the purse. */
export function chainCard({ page, t }: Window): Locator {
  return page.getByRole('region', { name: t(chainWallet.title), exact: true })
}

export function press({ page, t }: Window, text: Say, scope?: Locator): Promise<void> {
  return (scope ?? page).getByRole('button', { name: t(text), exact: true }).click()
}

/** Opens the dialog that connects, and takes one of its two ways. */
export async function chooseWay(window: Window, way: 'extension' | 'keystore'): Promise<Locator> {
  const { page, t } = window
  await press(window, chainWallet.connect, chainCard(window))
  await page.getByRole('button', { name: new RegExp(t(chainWallet.choose[way])) }).click()
  return page.getByRole('dialog')
}

/** Gives a file to the import, as choosing it from disk does. */
export async function giveFile(window: Window, name: string, content: string): Promise<void> {
  const { page } = window
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) })
}

/** How the extension's person answers: `accounts` it shows, and whether it signs, after waiting for something or not. */
export type StubExtension = { accounts: 'none' | 'one'; isSigning: boolean; waitsFor?: () => Promise<void> }

/**
 * Puts an extension into the pages opened from now on: it shows the account and really signs with its key, unless the
 * person behind it (the answer given back, to be changed) does not want to.
 */
export async function addExtension({ context }: Window, pair: KeyringPair): Promise<StubExtension> {
  const person: StubExtension = { accounts: 'none', isSigning: false }
  await context.exposeFunction('stubAccounts', () =>
    person.accounts === 'none' ? [] : [{ address: pair.address, name: 'Stub', type: 'sr25519' }],
  )
  await context.exposeFunction('stubSign', async (payload: never) => {
    await person.waitsFor?.()
    return person.isSigning ? signAsExtension(pair, payload).signature : undefined
  })
  await context.addInitScript({ content: EXTENSION })
  return person
}

/** The page's side of it, by the interface of polkadot{.js}; a text because it runs in the page. */
const EXTENSION = `
  const sign = async (payload) => {
    const signature = await stubSign(payload)
    if (!signature) throw new Error('Cancelled')
    return { id: 1, signature }
  }
  window.injectedWeb3 = {
    'polkadot-js': {
      version: '0.63.1',
      enable: async () => ({
        accounts: { get: () => stubAccounts(), subscribe: () => () => undefined },
        signer: { signPayload: sign, signRaw: sign },
      }),
    },
  }
`
