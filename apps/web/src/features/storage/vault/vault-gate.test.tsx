// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { memberInfo } from '@trove/contract/identity/routes'
import { getVault, putVault } from '@trove/contract/storage/vault'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeServer, fakeServer, refused } from '../../../../test/fake-server.ts'
import { buyer } from '../../../../test/people.ts'
import { forgetScreen, renderScreen, views } from '../../../../test/render.tsx'
import { wordsOfCode } from '../../../lib/session/language.ts'
import { VaultGate } from './vault-gate.tsx'

/** Setting up a vault while another tab does the same. */

vi.mock('../worker/ask-worker.ts', () => ({ askWorker: async () => 'a box', WorkerRefusal: class extends Error {} }))

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(memberInfo, buyer)
})
afterEach(forgetScreen)

describe.each(views)('a vault on $device in $language', (view) => {
  const t = (key: string, words: Record<string, unknown> = {}) => String(i18next.t(key as 'common.ok', words))
  const press = async (key: string) => await userEvent.click(await screen.findByRole('button', { name: t(key) }))
  /** Up to the words typed in again. */
  const setUp = async () => {
    const fields = await screen.findAllByLabelText(new RegExp(t('storage.vault.passphrase')))
    await userEvent.type(fields[0]!, 'a long passphrase')
    await userEvent.type(screen.getByLabelText(new RegExp(t('storage.vault.again'))), 'a long passphrase')
    await userEvent.click(screen.getByRole('checkbox'))
    await press('storage.vault.next')
    const words = screen.getAllByRole('listitem').map((item) => item.textContent!)
    await press('storage.vault.next')
    for (const field of screen.getAllByRole('textbox')) {
      const number = Number(/\d+/.exec(field.closest('.mantine-TextInput-root')!.textContent!)![0])
      await userEvent.type(field, words[number - 1]!)
    }
  }

  it('that another tab set up meanwhile keeps its key: the words of this one are said to be void, and that one is opened', async () => {
    server.on(getVault, { box: null, fingerprint: null })
    server.on(putVault, () => refused('storage.vault-differs'))
    await renderScreen(<VaultGate>{() => <p>open</p>}</VaultGate>, view, { hasStayingMessages: true })
    await setUp()
    server.on(getVault, { box: 'another box', fingerprint: 'f'.repeat(64) })
    await press('storage.vault.finish')
    await screen.findByText(t('storage.vault.locked'))
    expect(screen.queryByText('open')).toBeNull()
    expect(screen.queryByRole('button', { name: t('storage.vault.finish') })).toBeNull()
    await screen.findByText(wordsOfCode('storage.vault-differs')!)
  })

  it('is stored again with the same words after the network failed', async () => {
    server.on(getVault, { box: null, fingerprint: null })
    await renderScreen(<VaultGate>{() => <p>open</p>}</VaultGate>, view)
    await setUp()
    await press('storage.vault.finish')
    await waitFor(() => expect(screen.getByRole('button', { name: t('storage.vault.finish') })).toBeTruthy())
    server.on(putVault, ({ body }) => Response.json({ code: 200, message: '', data: body }))
    await press('storage.vault.finish')
    await screen.findByText('open')
  })
})
