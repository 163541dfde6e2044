// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { memberInfo } from '@trove/contract/identity/routes'
import { getVault, putVault } from '@trove/contract/storage/vault'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeServer, fakeServer, refused } from '../../../../test/fake-server.ts'
import { buyer } from '../../../../test/people.ts'
import { forgetScreen, renderScreen, views } from '../../../../test/render.tsx'
import { queryClient } from '../../../lib/calls/query.ts'
import { wordsOfCode } from '../../../lib/session/language.ts'
import { useVault, VAULT } from './queries.ts'
import { VaultGate } from './vault-gate.tsx'

/** Setting up a vault while another tab does the same. */

vi.mock('../worker/ask-worker.ts', () => ({ askWorker: async () => 'a box', WorkerRefusal: class extends Error {} }))

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(memberInfo, buyer)
})
afterEach(forgetScreen)

/** How the reading of the vault stands, as the page has drawn it. */
function Standing() {
  return <p>{useVault().status}</p>
}

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

  it('says that the passphrases differ once the second is left, and lets the words be copied', async () => {
    server.on(getVault, { box: null, fingerprint: null })
    await renderScreen(<VaultGate>{() => <p>open</p>}</VaultGate>, view)
    const user = userEvent.setup()
    const [first] = await screen.findAllByLabelText(new RegExp(t('storage.vault.passphrase')))
    const again = screen.getByLabelText(new RegExp(t('storage.vault.again')))
    await user.type(first!, 'a long passphrase')
    await user.click(again)
    await user.tab()
    expect(screen.queryByText(t('storage.vault.againDiffers'))).toBeNull()
    await user.type(again, 'another passphrase')
    expect(screen.queryByText(t('storage.vault.againDiffers'))).toBeNull()
    await user.click(first!)
    await screen.findByText(t('storage.vault.againDiffers'))
    await user.clear(again)
    await user.type(again, 'a long passphrase')
    await user.click(screen.getByRole('checkbox'))
    await waitFor(() => expect(screen.queryByText(t('storage.vault.againDiffers'))).toBeNull())
    await user.click(screen.getByRole('button', { name: t('storage.vault.next') }))
    const words = screen.getAllByRole('listitem').map((item) => item.textContent!)
    await user.click(screen.getByRole('button', { name: t('storage.vault.copyWords') }))
    expect(await navigator.clipboard.readText()).toBe(words.join(' '))
  })

  it('keeps what is typed when it cannot be read anew meanwhile', async () => {
    server.on(getVault, { box: 'a box', fingerprint: 'f'.repeat(64) })
    const screenOf = (
      <>
        <VaultGate>{() => <p>open</p>}</VaultGate>
        <Standing />
      </>
    )
    await renderScreen(screenOf, view)
    const field = await screen.findByLabelText<HTMLInputElement>(new RegExp(t('storage.vault.passphrase')))
    await userEvent.type(field, 'half of a pass')
    server.on(getVault, () => refused('service.unavailable'))
    await act(() => queryClient.refetchQueries({ queryKey: VAULT }))
    await screen.findByText('error')
    expect(field.isConnected && field.value).toBe('half of a pass')
  })

  it('says why another form stands there when another page set it up meanwhile', async () => {
    server.on(getVault, { box: null, fingerprint: null })
    await renderScreen(<VaultGate>{() => <p>open</p>}</VaultGate>, view)
    await screen.findByRole('button', { name: t('storage.vault.next') })
    expect(screen.queryByText(t('storage.vault.elsewhere'))).toBeNull()
    server.on(getVault, { box: 'another box', fingerprint: 'f'.repeat(64) })
    await act(() => queryClient.refetchQueries({ queryKey: VAULT }))
    await screen.findByText(t('storage.vault.elsewhere'))
    screen.getByText(t('storage.vault.locked'))
  })

  it('that was stored although the response was lost is not said to be another page’s: its words are good', async () => {
    server.on(getVault, { box: null, fingerprint: null })
    server.on(putVault, () => Promise.reject(new TypeError('Failed to fetch')))
    await renderScreen(<VaultGate>{() => <p>open</p>}</VaultGate>, view)
    await setUp()
    await press('storage.vault.finish')
    await waitFor(() => expect(server.asked(putVault)).toHaveLength(1))
    await screen.findByRole('button', { name: t('storage.vault.finish') })
    const { fingerprint } = server.asked(putVault)[0]!.body as { fingerprint: string }
    server.on(getVault, { box: 'a box', fingerprint })
    await act(() => queryClient.refetchQueries({ queryKey: VAULT }))
    await screen.findByText(t('storage.vault.locked'))
    expect(screen.queryByText(t('storage.vault.elsewhere'))).toBeNull()
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
