// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getOrderPrice } from '@trove/contract/chain/routes'
import { memberInfo } from '@trove/contract/identity/routes'
import { siteInfo } from '@trove/contract/platform/routes'
import { storage } from '@trove/messages/storage/storage'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { UploadPanel } from '../../../src/features/storage/upload/upload-panel.tsx'
import type { Upload } from '../../../src/features/storage/upload/uploads.ts'
import { toastStore } from '../../../src/lib/calls/notify.ts'
import { connectExtensionAccount, disconnectWallet, useWallet } from '../../../src/lib/wallet/wallet.ts'
import { type FakeServer, fakeServer } from '../../fake-server.ts'
import keystore from '../../keystore.json' with { type: 'json' }
import { buyer, site } from '../../people.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

/** Distinct copies as an option at upload: what is added, and for how many copies each is priced. */

const staged = vi.hoisted(() => ({
  addFiles: vi.fn(),
  renameUpload: vi.fn(),
  resumeUploads: vi.fn(),
  uploads: [] as Upload[],
}))
vi.mock('../../../src/features/storage/upload/uploads.ts', () => ({ ...staged, useUploads: () => staged.uploads }))

let server: FakeServer
const row = (id: string, apart?: Upload['apart']): Upload => ({
  ...{ id, owner: buyer.userId, account: keystore.address, name: id, file: new Blob(['x']), note: new Uint8Array() },
  ...{ stage: 'waiting', done: 0, apart },
})

beforeEach(() => {
  staged.uploads = [row('plain'), row('second', { number: 2, of: 4 })]
  staged.addFiles.mockReset()
  server = fakeServer()
  server.on(memberInfo, buyer)
  server.on(siteInfo, { ...site, chainUrl: null, storageUrl: null })
  server.on(getOrderPrice, { price: '1', work: '0', pool: '0', fees: '0', deposit: '0' })
  connectExtensionAccount(buyer.userId, { accountId: keystore.address, name: 'Mi' })
})
afterEach(() => {
  disconnectWallet()
  forgetScreen()
})

function Panel() {
  return <UploadPanel wallet={useWallet()!} vaultKey={new Uint8Array(32)} />
}

describe.each(views)('copies apart on $device in $language', (view) => {
  const say = (text: { zh: string; en: string }) => (view.language === 'en' ? text.en : text.zh)
  const choose = () =>
    fireEvent.change(screen.getByLabelText(say(storage.upload.choose), { selector: 'input' }), {
      target: { files: [new File(['x'], 'a.txt')] },
    })
  const last = () => staged.addFiles.mock.calls.at(-1)?.[1].copiesApart

  it('are added as many as copies were chosen, once that is ticked; wrong terms add nothing', async () => {
    await renderScreen(<Panel />, view)
    await screen.findByText(say(storage.upload.drop))
    choose()
    expect([staged.addFiles.mock.calls.length, last()]).toEqual([1, undefined])
    await userEvent.click(screen.getByRole('checkbox', { name: say(storage.apart.choose) }))
    const copies = screen.getByLabelText(new RegExp(say(storage.field.copies)))
    fireEvent.change(copies, { target: { value: '4' } })
    choose()
    expect([staged.addFiles.mock.calls.length, last()]).toEqual([2, 4])
    fireEvent.change(copies, { target: { value: '99' } })
    choose()
    expect(staged.addFiles.mock.calls.length).toBe(2)
    await waitFor(() => expect(toastStore.getCurrent()?.text).toBe(say(storage.wrong.copies).replace('{{max}}', '8')))
  })

  it('are signed for once, below the last of them, when all are uploaded; one that is left out holds up nothing', async () => {
    const sealed = (letter: string) => ({ cid: `bafkrei${letter.repeat(52)}`, root: 'ab'.repeat(32), bytes: 44 })
    const copy = (id: string, number: number, part: Partial<Upload> = { stage: 'ready' }): Upload => ({
      ...row(id, { group: 'g', number, of: 3 }),
      ...{ sealed: sealed(id), ...part },
    })
    staged.uploads = [copy('a', 1), copy('b', 2, { stage: 'failed' }), copy('c', 3)]
    const { unmount } = await renderScreen(<Panel />, view)
    await screen.findByText(say(storage.apart.waits))
    expect(screen.queryByRole('button', { name: say(storage.upload.sign) })).toBeNull()
    unmount()
    staged.uploads = [copy('a', 1), copy('c', 3)]
    await renderScreen(<Panel />, view)
    const name = say(storage.apart.sign).replace('{{count}}', '2')
    const pressed = await screen.findByRole('button', { name })
    expect(screen.getAllByRole('listitem').map((item) => item.contains(pressed))).toEqual([false, true])
  })

  it('the price is shown in its parts, which add up to it: what each order pays, and what its size adds', async () => {
    server.on(getOrderPrice, {
      price: '191896200000',
      work: '189000000000',
      pool: '1',
      fees: '2000000000',
      deposit: '0',
    })
    staged.uploads = [row('plain')]
    await renderScreen(<Panel />, view)
    fireEvent.change(await screen.findByRole('textbox', { name: new RegExp(`^${say(storage.field.tips)}`) }), {
      target: { value: '0.5' },
    })
    await screen.findByText('0.691896 TTC')
    const { children } = document.querySelector(`dl[aria-label="${say(storage.cost.parts)}"]`)!
    const parts = [...children].map((part) => part.querySelector('dd')!.textContent)
    expect(parts).toEqual(['0.002 TTC', '0.189 TTC', '0.000896 TTC', '0.5 TTC'])
    expect(children[2]!.textContent).toContain('1 MB')
    screen.getByText(say(storage.cost.text))
  })

  it('the form of a file has its name, CID, size in bytes and days; without a name or days nothing can be signed', async () => {
    const cid = `bafkrei${'a'.repeat(52)}`
    staged.uploads = [
      { ...row('letter.txt'), stage: 'ready', sealed: { cid, root: 'ab'.repeat(32), bytes: 1_234_567 } },
    ]
    await renderScreen(<Panel />, view)
    const { field, upload, wrong } = storage
    const [name, days] = [field.name, field.days].map((label) =>
      screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${say(label)}`) }),
    )
    const fact = (label: { zh: string; en: string }) =>
      screen.getByText(say(label)).closest('div')?.querySelector('dd')?.textContent
    expect([name!.value, name!.required, days!.value, days!.ariaRequired]).toEqual(['letter.txt', true, '30', 'true'])
    expect([fact(field.cid), fact(field.bytes)]).toEqual([
      cid,
      `1.17 MB${say(upload.bytes).replace('{{count}}', '1,234,567')}`,
    ])
    const signing = () => screen.queryByRole('button', { name: say(upload.sign) })
    await screen.findByRole('button', { name: say(upload.sign) })
    fireEvent.change(name!, { target: { value: ' ' } })
    screen.getByText(say(upload.nameEmpty))
    fireEvent.blur(name!)
    expect([name!.value, staged.renameUpload.mock.calls.length]).toEqual(['letter.txt', 0])
    fireEvent.change(days!, { target: { value: '' } })
    screen.getByText(say(wrong.days).replace('{{max}}', '730'))
    expect(signing()).toBeNull()
  })

  it('say which they are, and are priced for one copy each beside others that are not', async () => {
    await renderScreen(<Panel />, view)
    await screen.findByText(say(storage.apart.copy).replace('{{number}}', '2').replace('{{of}}', '4'))
    const asked = () => server.asked(getOrderPrice).map(({ url }) => url.searchParams.get('copies'))
    await waitFor(() => expect(new Set(asked())).toEqual(new Set(['3', '1'])))
  })
})
