// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getOrderPrice, storageStatistics } from '@trove/contract/chain/routes'
import { memberInfo } from '@trove/contract/identity/routes'
import { siteInfo } from '@trove/contract/platform/routes'
import { NODE_DISK_GB, NODE_TOKENS } from '@trove/contract/storage/node'
import { listNodePacks } from '@trove/contract/storage/packs'
import { common } from '@trove/messages/site/common'
import { storageShare } from '@trove/messages/storage/storage-share'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import NodeManual from '../../../src/features/storage/share/node-manual.tsx'
import SharePage from '../../../src/features/storage/share/share-page.tsx'
import { type FakeServer, fakeServer, refused } from '../../fake-server.ts'
import { buyer } from '../../people.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

/** Sharing storage: what a node needs, its manual with this site's addresses, and what it would earn at the real price. */

const GIB = 2n ** 30n
const SHARE = '/computingPowerMarket/share'
const site = {
  ...{
    product: 'trove',
    ssoClient: 'trove:trove',
    walletExtensionUrl: 'https://wallet.example/get',
    isEmbedded: true,
    isDemo: false,
    hasDevClock: false,
    now: '2026-11-01T00:00:00.000Z',
  },
  ...{ chainUrl: 'ws://10.0.0.1:9944', storageUrl: 'http://10.0.0.1:8081' },
}

const packs = (['windows', 'linux'] as const).map((system, i) => ({
  ...{ system, file: `trove-agent-${system}-x64.tar.gz`, bytes: 50_000_000, sha256: String(i).repeat(64) },
}))

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(memberInfo, buyer)
  server.on(siteInfo, site)
  server.on(listNodePacks, packs)
  server.on(getOrderPrice, { price: '9', work: '1', pool: '4000000000', fees: '0', deposit: '1' })
  server.on(storageStatistics, {
    ...{ storageNode: 3, validFilesNumber: 1, averageReplicasMessage: '3.00', block: 9 },
    ...{ usedStorageMessage: '2 GB', availableStorageMessage: '6 GB' },
    ...{ usedStorage: String(2n * GIB), availableStorage: String(6n * GIB) },
  })
})
afterEach(forgetScreen)

describe.each(views)('sharing storage on $device in $language', (view) => {
  const say = (text: { zh: string; en: string }, params: Record<string, string | number> = {}) =>
    (view.language === 'en' ? text.en : text.zh).replace(/\{\{(\w+)\}\}/g, (_, name) => String(params[name]))
  const income = () => within(screen.getByRole('region', { name: say(storageShare.income.title) }))
  const per = (period: keyof typeof storageShare.income.per) =>
    income().getByText(say(storageShare.income.per[period])).nextSibling?.textContent

  it('the share page says what a node needs, 5 TTC and 50 GB, and has a manual for Windows and one for Linux', async () => {
    await renderScreen(<SharePage />, view, { path: SHARE })
    expect([NODE_TOKENS, NODE_DISK_GB]).toEqual([5, 50])
    const needs = await screen.findByRole('region', { name: say(storageShare.needs.title) })
    expect(needs.textContent).toContain(say(storageShare.needs.tokens, { tokens: 5 }))
    expect(needs.textContent).toContain(say(storageShare.needs.disk, { gigabytes: 50 }))
    const manuals = within(screen.getByRole('region', { name: say(storageShare.manuals) })).getAllByRole('link')
    expect(manuals.map((link) => link.getAttribute('href'))).toEqual([`${SHARE}/windows`, `${SHARE}/linux`])
    expect(manuals.map(({ textContent }) => textContent?.slice(0, 5))).toEqual(['Windo', 'Linux'])
  })

  it('the calculator shows what a node earns at the price now, by its space and how much of it is in use', async () => {
    await renderScreen(<SharePage />, view, { path: SHARE })
    // 500 GB half in use, at 0.004 TTC a GB and day.
    await waitFor(() => expect(per('day')).toBe('1 TTC'))
    expect(per('month')).toBe('30 TTC')
    expect(per('year')).toBe('365 TTC')
    const query = server.asked(getOrderPrice)[0]!.url.searchParams
    expect(Object.fromEntries(query)).toEqual({ file_size: String(GIB), duration: '14400', copies: '1' })
    await income().findByText(say(storageShare.income.networkNow, { percent: 25 }))
    const [space, inUse] = income().getAllByRole('textbox')
    await userEvent.clear(space!)
    expect(per('day')).toBe('0 TTC')
    await userEvent.type(space!, '100')
    await userEvent.clear(inUse!)
    await userEvent.type(inUse!, '250')
    expect((inUse as HTMLInputElement).value).toBe('100')
    expect(per('day')).toBe('0.4 TTC')
  })

  it('an income that cannot be worked out says so, and is asked for again', async () => {
    server.on(getOrderPrice, () => refused('chain.unavailable'))
    await renderScreen(<SharePage />, view, { path: SHARE })
    const again = await screen.findByRole('button', { name: say(common.retry) })
    server.on(getOrderPrice, { price: '9', work: '1', pool: '4000000000', fees: '0', deposit: '1' })
    await userEvent.click(again)
    await waitFor(() => expect(per('day')).toBe('1 TTC'))
  })

  it.each(['windows', 'linux'] as const)(
    'the manual for %s has the archive with its SHA-256 and the addresses of this site in its commands',
    async (system) => {
      await renderScreen(<NodeManual />, view, { path: `${SHARE}/${system}`, pattern: `${SHARE}/:system` })
      await screen.findByRole('heading', { level: 1, name: say(storageShare.manualTitle[system]) })
      const commands = () => [...document.querySelectorAll('pre')].map(({ textContent }) => textContent)
      await waitFor(() => expect(commands()[1]).toContain(site.chainUrl))
      const { file, sha256 } = packs.find((pack) => pack.system === system)!
      const address = `${window.location.origin}/downloads/${file}`
      expect(commands()[0]).toContain(address)
      expect(commands()[0]).toContain(sha256)
      const link = screen.getByRole('link', { name: say(storageShare.manual.download, { file, size: '47.68 MB' }) })
      expect(link.getAttribute('href')).toBe(address)
      expect(commands()[1]).toContain(site.storageUrl)
      expect(commands()[1]).toContain(system === 'windows' ? 'setx' : 'export')
      expect(commands()[2]).toContain(system === 'windows' ? 'trove-agent\\start.cmd' : '~/trove-agent/start')
      expect(commands().some((text) => text?.includes('[Service]'))).toBe(system === 'linux')
      screen.getByText(say(storageShare.manual.fundText, { tokens: 5, gigabytes: 50 }))
    },
  )

  it('a manual whose archive is not made yet says so', async () => {
    server.on(listNodePacks, [])
    await renderScreen(<NodeManual />, view, { path: `${SHARE}/linux`, pattern: `${SHARE}/:system` })
    await screen.findByText(say(storageShare.manual.noPack))
    expect(screen.queryByText(/\/downloads\//)).toBeNull()
  })

  it('a manual for no system leads to the share page', async () => {
    const { address } = await renderScreen(<NodeManual />, view, { path: `${SHARE}/beos`, pattern: `${SHARE}/:system` })
    await waitFor(() => expect(address()).toBe(SHARE))
  })
})
