import type { KeyringPair } from '@polkadot/keyring/types'
import { codeRights } from '@trove/messages/code/code-rights'
import { chainWallet } from '@trove/messages/money/chain-wallet'
import { until } from '../until.ts'
import type { Window } from './browse.ts'
import { PUBLISH } from './code-works.ts'
import { settle } from './page-checks.ts'
import { addExtension, chooseWay, PURSE, press } from './wallet.ts'

/** An author who anchors by a chain account of their own, click by click. */

const FINAL_MS = 180_000

/** Connects an account of the extension that signs whatever it is asked to. */
export async function connectSigner(window: Window, pair: KeyringPair): Promise<void> {
  const extension = await addExtension(window, pair)
  Object.assign(extension, { accounts: 'one', isSigning: true })
  await window.open(PURSE)
  const dialog = await chooseWay(window, 'extension')
  await dialog.getByRole('button', { name: /Stub/ }).click()
  await window.page.getByText(window.t(chainWallet.byExtension)).waitFor()
}

/** Chooses on the publish page who anchors from now on. */
export async function chooseAnchoring({ page, t, open }: Window, by: 'own' | 'market'): Promise<void> {
  await open(PUBLISH)
  const radio = page.getByRole('radio', { name: t(codeRights.by[by]), exact: true })
  await page
    .locator('label')
    .filter({ hasText: t(codeRights.by[by]) })
    .first()
    .click()
  await page.getByText(t(codeRights.by.saved)).waitFor()
  await until('the choice', () => radio.isChecked(), Boolean)
}

/** Signs the commitment and then the reveal on the certificate, each once it is offered. */
export async function signRights(window: Window, id: string, number: number): Promise<void> {
  const { page, t } = window
  await until(
    'the certificate',
    async () => {
      await window.open(`/codeForce/rights/${id}/${number}`)
      await settle(window)
      return await page.getByText(t(codeRights.sign.title)).count()
    },
    (count) => count > 0,
    FINAL_MS,
  )
  for (const step of ['commit', 'reveal'] as const) {
    const button = page.getByRole('button', { name: t(codeRights.sign[step].action), exact: true })
    await button.click({ timeout: FINAL_MS })
    await press(window, chainWallet.signing.confirm)
  }
}
