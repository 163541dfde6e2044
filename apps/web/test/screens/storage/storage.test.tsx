// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { memberInfo } from '@trove/contract/identity/routes'
import { compute } from '@trove/messages/compute/compute'
import { storageEntry } from '@trove/messages/storage/storage-entry'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import ComputingHub from '../../../src/app/pages/computing-hub.tsx'
import MyStorage from '../../../src/features/storage/my-storage.tsx'
import { connectExtensionAccount, disconnectWallet } from '../../../src/lib/wallet/wallet.ts'
import { fakeServer } from '../../fake-server.ts'
import keystore from '../../keystore.json' with { type: 'json' }
import { buyer } from '../../people.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'
import { withheldFor } from '../../withheld.ts'

beforeEach(() => {
  fakeServer().on(memberInfo, buyer)
})
afterEach(() => {
  disconnectWallet()
  forgetScreen()
})

describe.each(views)('storage on $device in $language', (view) => {
  const say = (text: { zh: string; en: string }) => (view.language === 'en' ? text.en : text.zh)

  it('without a connected account uploading warns, and does not begin', async () => {
    const { address } = await renderScreen(<MyStorage />, view, { path: '/personal-center/my-storage' })
    const upload = await screen.findByRole('button', { name: say(storageEntry.upload) })
    expect(withheldFor(upload)).toBe(say(storageEntry.connectFirst))
    // Why, and the way to mend it, stand on the page, too.
    screen.getByText(view.language === 'en' ? /Connect one to upload/ : /连接后可以上传/)
    const way = screen.getByRole('link', { name: say(storageEntry.connect) })
    expect(way.getAttribute('href')).toBe('/personal-center/my-purse?next=%2Fpersonal-center%2Fmy-storage')
    await userEvent.click(upload)
    await screen.findByText(say(storageEntry.connectFirst))
    expect(address()).toBe('/personal-center/my-storage')
  })

  it('the hub’s way to storage wants an account too', async () => {
    const { address } = await renderScreen(<ComputingHub />, view, { path: '/computingPowerMarket/hub' })
    const store = await screen.findByRole('button', { name: new RegExp(say(compute.hub.needStorageText)) })
    expect(withheldFor(store)).toBe(say(storageEntry.connectFirst))
    screen.getByText(new RegExp(say(storageEntry.needsWallet)))
    screen.getByRole('link', { name: say(storageEntry.connect) })
    await userEvent.click(store)
    await screen.findByText(say(storageEntry.connectFirst))
    expect(address()).toBe('/computingPowerMarket/hub')
  })

  it('with a connected account the hub’s way to storage opens uploading', async () => {
    connectExtensionAccount(buyer.userId, { accountId: keystore.address, name: 'Mi' })
    const { address } = await renderScreen(<ComputingHub />, view, { path: '/computingPowerMarket/hub' })
    expect(screen.queryByRole('link', { name: say(storageEntry.connect) })).toBeNull()
    await userEvent.click(await screen.findByText(say(compute.hub.needStorage)))
    expect(address()).toBe('/personal-center/my-storage?upload=1')
    expect(screen.queryByText(say(storageEntry.connectFirst))).toBeNull()
  })
})
