// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TTC_BILL_TYPES, ttcBill } from '@trove/contract/chain/routes'
import { memberInfo } from '@trove/contract/identity/routes'
import type { RouteResult } from '@trove/contract/kit/route'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import TtcBill from '../../../src/features/wallet/chain/ttc-bill.tsx'
import { wordsOfCode } from '../../../src/lib/session/language.ts'
import { connectExtensionAccount, disconnectWallet } from '../../../src/lib/wallet/wallet.ts'
import { type FakeServer, fakeServer, ok, refused } from '../../fake-server.ts'
import { buyer } from '../../people.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

/** The bill of TTC. */

const PATH = '/personal-center/my-purse/ttcBill'
const ADDRESS = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
type Item = RouteResult<typeof ttcBill>['content'][number]
const entry = (block: number, change: Partial<Item> = {}): Item => ({
  id: `${block}`,
  type: 'faucet',
  amount: '1000000000000',
  fee: '0',
  counterparty: null,
  orderIndex: null,
  block,
  createdAt: '2026-11-01T00:00:00.000Z',
  ...change,
})

/** Of a bill whose sums are not what is looked at. */
const SUMS = { inAmount: '0', outAmount: '0' }

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(memberInfo, buyer)
})
afterEach(() => {
  disconnectWallet()
  forgetScreen()
  vi.unstubAllGlobals()
})

const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string

describe.each(views)('the TTC bill on $device in $language', (view) => {
  const open = (search = '') => renderScreen(<TtcBill />, view, { path: PATH + search, pattern: PATH })
  const connect = () => connectExtensionAccount(buyer.userId, { accountId: ADDRESS })

  it('belongs to a connected account, and leads to connecting one', async () => {
    await open()
    await screen.findByText(t('chainWallet.connectFirst'))
    const way = screen.getByRole('link', { name: t('chainWallet.bill.toPurse') })
    expect(way.getAttribute('href')).toBe('/personal-center/my-purse')
  })

  it('asks for the connected address, and says what will stand there', async () => {
    connect()
    server.on(ttcBill, { content: [], totalElements: 0, ...SUMS })
    await open()
    await screen.findByText(t('chainWallet.bill.emptyText'))
    expect(server.asked(ttcBill)[0]?.url.searchParams.get('address')).toBe(ADDRESS)
  })

  it('shows by itself what has come since', async () => {
    connect()
    server.on(ttcBill, { content: [], totalElements: 0, ...SUMS })
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      await open()
      await screen.findByText(t('chainWallet.bill.emptyText'))
      server.on(ttcBill, { content: [entry(31)], totalElements: 1, ...SUMS })
      await vi.advanceTimersByTimeAsync(6000)
      await screen.findByText(t('chainWallet.bill.types.faucet'))
    } finally {
      vi.useRealTimers()
    }
  })

  it('shows each movement with its kind, sign, fee and what it is about', async () => {
    connect()
    const content = [
      entry(31),
      entry(32, { type: 'storage-payment', amount: '-632000000000', fee: '123000000', orderIndex: 7 }),
      entry(33, { type: 'transfer-in', amount: '500000000001', counterparty: ADDRESS }),
    ]
    server.on(ttcBill, { content, totalElements: 3, ...SUMS })
    await open()
    const rowOf = (kind: string) =>
      within(screen.getByText(t(`chainWallet.bill.types.${kind}`)).closest<HTMLElement>('[data-row]')!)
    await screen.findByText(t('chainWallet.bill.types.faucet'))
    expect(
      screen.getByText(t('chainWallet.bill.types.faucet')).closest<HTMLElement>('[data-row]')!.textContent,
    ).toContain('+1 TTC')
    rowOf('faucet').getByText(t('chainWallet.bill.block', { block: 31 }))
    rowOf('storage-payment').getByText('-0.632 TTC')
    rowOf('storage-payment').getByText('0.000123 TTC', { exact: false })
    rowOf('storage-payment').getByText(new RegExp(t('chainWallet.bill.order', { index: 7 })))
    expect(
      screen.getByText(t('chainWallet.bill.types.transfer-in')).closest<HTMLElement>('[data-row]')!.textContent,
    ).toContain('+0.500000000001 TTC')
    rowOf('transfer-in').getByText(/5Grwva…GKutQY/)
  })

  it('says what came and went in all, and opens a row beside the list with the whole address', async () => {
    connect()
    const content = [entry(33, { type: 'transfer-in', amount: '500000000001', counterparty: ADDRESS })]
    const sums = { inAmount: '7500000999999', outAmount: '2250000000000' }
    server.on(ttcBill, { content, totalElements: 41, ...sums })
    await open()
    const figureOf = (name: string) => screen.getByText(t(`wallet.billTotals.${name}`)).parentElement?.textContent
    await screen.findByText(t('chainWallet.bill.types.transfer-in'))
    expect(figureOf('in')).toContain('7.5 TTC')
    expect(figureOf('out')).toContain('2.25 TTC')
    expect(figureOf('count')).toContain('41')
    await userEvent.click(screen.getByRole('link', { name: t('chainWallet.bill.types.transfer-in') }))
    const panel = within(await screen.findByRole('dialog', { name: t('chainWallet.bill.types.transfer-in') }))
    panel.getByText(ADDRESS)
    panel.getByText('33')
  })

  it('leads from what a stored file cost or brought back to the file', async () => {
    connect()
    const content = [
      entry(32, { type: 'storage-payment', amount: '-1', orderIndex: 7 }),
      entry(31, { type: 'reward', orderIndex: 8 }),
    ]
    server.on(ttcBill, { content, totalElements: 2, ...SUMS })
    await open('?case=32')
    const link = await screen.findByRole('link', { name: t('chainWallet.bill.order', { index: 7 }) })
    expect(link.getAttribute('href')).toBe('/personal-center/my-storage/7')
    await userEvent.click(screen.getByRole('button', { name: t('common.close') }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(screen.getByRole('link', { name: t('chainWallet.bill.types.reward') }))
    const panel = within(await screen.findByRole('dialog'))
    panel.getByText(t('chainWallet.bill.order', { index: 8 }))
    expect(panel.queryByRole('link')).toBeNull()
  })

  it('shows each movement once, though new ones push rows onto the next page', async () => {
    let tellNear: (() => void) | undefined
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
          tellNear = () => tell([{ isIntersecting: true }])
        }
        observe() {}
        disconnect() {}
      },
    )
    connect()
    const rows = Array.from({ length: 30 }, (_, i) => entry(130 - i))
    // One came between the first page and the second.
    server.on(ttcBill, ({ url }) => {
      const content = url.searchParams.get('page') === '0' ? rows.slice(0, 20) : rows.slice(19)
      return ok(ttcBill, { content, totalElements: 31, ...SUMS })
    })
    await open()
    await screen.findByText(t('chainWallet.bill.block', { block: 130 }))
    act(() => tellNear?.())
    await screen.findByText(t('chainWallet.bill.block', { block: 101 }))
    expect(screen.getAllByText(t('chainWallet.bill.block', { block: 111 }))).toHaveLength(1)
    expect(screen.getAllByText(t('chainWallet.bill.types.faucet'))).toHaveLength(30)
  })

  it('is filtered by day, kind and amount, and refuses a greatest amount that is not above the least', async () => {
    connect()
    server.on(ttcBill, ({ url }) =>
      ok(ttcBill, { content: [entry(url.searchParams.get('type') ? 2 : 1)], totalElements: 1, ...SUMS }),
    )
    const { address } = await open(`?type=${TTC_BILL_TYPES[0]}&startTime=2026-11-01`)
    await screen.findByText(t('chainWallet.bill.block', { block: 2 }))
    expect(server.asked(ttcBill)[0]?.url.search).toContain('startTime=2026-11-01')
    await userEvent.click(screen.getByRole('button', { name: new RegExp(`^${t('wallet.billFilter.title')}`) }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(await dialog.findByLabelText(t('wallet.billFilter.min')), '1')
    await userEvent.type(dialog.getByLabelText(t('wallet.billFilter.max')), '0.5')
    await dialog.findByText(t('wallet.billFilter.range'))
    await userEvent.clear(dialog.getByLabelText(t('wallet.billFilter.max')))
    await userEvent.click(dialog.getByRole('button', { name: t('wallet.billFilter.apply') }))
    await waitFor(() => expect(address()).toContain('minAmount=1'))
    await waitFor(() => expect(server.asked(ttcBill).at(-1)?.url.searchParams.get('minAmount')).toBe('1'))
  })

  it('says why it could not be had, and tries again', async () => {
    connect()
    server.on(ttcBill, () => refused('service.unavailable'))
    await open()
    const failure = within(await screen.findByRole('alert'))
    failure.getByText(wordsOfCode('service.unavailable')!)
    server.on(ttcBill, { content: [entry(5)], totalElements: 1, ...SUMS })
    await userEvent.click(failure.getByRole('button', { name: t('common.retry') }))
    await screen.findByText(t('chainWallet.bill.block', { block: 5 }))
  })
})
