// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getMiner, listUserOrders } from '@trove/contract/chain/routes'
import { memberInfo } from '@trove/contract/identity/routes'
import { getNodeScore, listOwnNodes, type NodeScore } from '@trove/contract/storage/audits'
import { storage } from '@trove/messages/storage/storage'
import { storageEntry } from '@trove/messages/storage/storage-entry'
import { storageNode } from '@trove/messages/storage/storage-node'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import MyStorage from '../../../src/features/storage/my-storage.tsx'
import NodePage from '../../../src/features/storage/nodes/node-page.tsx'
import { usedPermille } from '../../../src/features/storage/nodes/space-donut.tsx'
import { connectExtensionAccount, disconnectWallet } from '../../../src/lib/wallet/wallet.ts'
import { type FakeServer, fakeServer, ok, refused } from '../../fake-server.ts'
import keystore from '../../keystore.json' with { type: 'json' }
import { buyer } from '../../people.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

/** A storage node's public page, and one's own nodes in "My share". */

const OTHER = '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty'
const score = (account: string, part: Partial<NodeScore> = {}): NodeScore => ({
  ...{ account, standing: 'good', score: 100, pausedAt: null, faults: [], proofs: { given: 9, missed: 0 } },
  samples: { asked: 40, given: 40, absent: 0, silent: 0, wrong: 0 },
  ...part,
})
const PAUSED: Partial<NodeScore> = {
  ...{ standing: 'paused', score: 61, pausedAt: '2026-11-20T08:00:00.000Z', proofs: { given: 9, missed: 1 } },
  samples: { asked: 40, given: 27, absent: 10, silent: 2, wrong: 1 },
  faults: [
    { fault: 'absent', count: 10, of: 40 },
    { fault: 'missed', count: 1, of: 10 },
  ],
}
const GIB = 2n ** 30n

let server: FakeServer
let registered: string[]
beforeEach(() => {
  server = fakeServer()
  registered = [keystore.address, OTHER]
  server.on(memberInfo, buyer)
  server.on(listUserOrders, { content: [], total: 0, block: 1 })
  server.on(getNodeScore, ({ url }) => {
    const account = decodeURIComponent(url.pathname.split('/').at(-1)!)
    return ok(getNodeScore, score(account, account === OTHER ? PAUSED : {}))
  })
  server.on(listOwnNodes, [score(OTHER, PAUSED)])
  server.on(getMiner, ({ url }) => {
    const isNode = registered.includes(url.searchParams.get('account')!)
    const [total, used] = isNode ? [80n * GIB, 20n * GIB] : [0n, 0n]
    const space = { total_storage: String(total), used_storage: String(used), available_storage: String(total - used) }
    return ok(getMiner, { is_registered: isNode, ...space, miner_price: '0', replicas: 1 })
  })
  connectExtensionAccount(buyer.userId, { accountId: keystore.address, name: 'Mi' })
})
afterEach(() => {
  disconnectWallet()
  forgetScreen()
})

test.each([
  [0n, 0n, 0],
  [100n, 25n, 250],
  [10n ** 15n, 1n, 1],
  [100n, 100n, 1000],
])('of %d bytes %d in use fill %d thousandths of the ring', (total, used, part) =>
  expect(usedPermille(total, used)).toBe(part),
)

describe.each(views)('a storage node on $device in $language', (view) => {
  const say = (text: { zh: string; en: string }) => (view.language === 'en' ? text.en : text.zh)
  const filled = (text: { zh: string; en: string }, values: Record<string, number | string>) =>
    say(text).replace(/\{\{(\w+)\}\}/g, (_, name) => String(values[name]))
  const openShare = () => renderScreen(<MyStorage />, view, { path: '/personal-center/my-storage?tab=share' })
  const openNode = () =>
    renderScreen(<NodePage />, view, {
      path: `/computingPowerMarket/node/${OTHER}`,
      pattern: '/computingPowerMarket/node/:account',
    })

  it('that is paused shows its score, each reason with its figures, and how the pause ends', async () => {
    await openNode()
    const panel = await screen.findByRole('region', { name: say(storageNode.health) })
    within(panel).getByText(say(storageNode.standing.paused))
    within(panel).getByText('61')
    within(panel).getByText(filled(storageNode.answered, { given: 27, asked: 40 }))
    within(panel).getByText(filled(storageNode.proven, { given: 9, due: 10 }))
    within(panel).getByText(filled(storageNode.fault.absent, { count: 10, of: 40 }))
    within(panel).getByText(filled(storageNode.fault.missed, { count: 1, of: 10 }))
    expect(panel.textContent).toContain(say(storageNode.pausedText).split('}}').at(-1)!.slice(-8))
  })

  it('without enough samples shows none, and no reason', async () => {
    const samples = { asked: 3, given: 3, absent: 0, silent: 0, wrong: 0 }
    server.on(getNodeScore, score(OTHER, { standing: 'new', score: null, samples, proofs: { given: 0, missed: 0 } }))
    await openNode()
    await screen.findByText(say(storageNode.standing.new))
    screen.getByText(say(storageNode.noReasons))
    screen.getByText(say(storageNode.noProofs))
  })

  it('whose score cannot be read says so', async () => {
    server.on(getNodeScore, () => refused('chain.address-invalid'))
    await openNode()
    await screen.findByRole('button')
  })

  it('is in “My share”, with a ring of shared, used and available space: the connected account’s, and those one filled', async () => {
    await openShare()
    const [connected, filledNode] = await screen.findAllByRole('article')
    const figures = filled(storageNode.spaceOf, { total: '80 GB', used: '20 GB', available: '60 GB' })
    expect(within(connected!).getByRole('img').getAttribute('aria-label')).toBe(figures)
    within(connected!).getByText('60 GB')
    const link = within(filledNode!).getByRole('link', { name: OTHER })
    expect(link.getAttribute('href')).toBe(`/computingPowerMarket/node/${OTHER}`)
    await within(filledNode!).findByText(say(storageNode.standing.paused))
    await within(connected!).findByText(say(storageNode.standing.good))
  })

  it('is none where neither the connected account nor a filled one is registered; then it leads to sharing', async () => {
    registered = []
    server.on(listOwnNodes, [])
    await openShare()
    await screen.findByText(say(storageNode.noNode))
    const links = screen.getAllByRole('link', { name: say(storageNode.toShare) })
    expect(new Set(links.map((link) => link.getAttribute('href')))).toEqual(new Set(['/computingPowerMarket/share']))
  })

  it('says without a connected account that one is needed, with the way to it, and how to share', async () => {
    disconnectWallet()
    server.on(listOwnNodes, [])
    await openShare()
    await screen.findByText(say(storage.connect))
    screen.getByText(say(storageNode.connectText))
    // One way to the wallet: what is said of uploads leads there only where nothing else does.
    const way = screen.getByRole('link', { name: say(storageEntry.connect) })
    const back = '%2Fpersonal-center%2Fmy-storage%3Ftab%3Dshare'
    expect(way.getAttribute('href')).toBe(`/personal-center/my-purse?next=${back}`)
    expect(screen.getAllByRole('link', { name: say(storageNode.toShare) }).length).toBeGreaterThan(0)
  })

  it('has its tab beside one’s files, which stay the first', async () => {
    disconnectWallet()
    await renderScreen(<MyStorage />, view, { path: '/personal-center/my-storage' })
    await screen.findByText(say(storage.connectText))
    await userEvent.click(screen.getByRole('tab', { name: say(storageNode.tabs.share) }))
    await screen.findByText(OTHER)
    expect(screen.queryByText(say(storage.connectText))).toBeNull()
    screen.getByRole('link', { name: say(storageEntry.connect) })
  })
})
