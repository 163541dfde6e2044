// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Network } from './chain.ts'

/** Signed calls whose outcome is not known, over reloads, tabs, accounts and chains. */

const ADDRESS = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const network = { genesisHash: '0x45', networkId: '0x01' } as const
const trace = { hash: '0xaa', address: ADDRESS, nonce: 3, firstBlock: 10, lastBlock: 73 } as const
const call = { ...trace, ...network, kind: 'withdrawal', signedMs: Date.now() }
const KEY = 'trove-signed-call 0xaa'

/** The module as a page that was just loaded has it. */
async function loadPage(of: Network | 'unknown' = network, address = ADDRESS) {
  vi.resetModules()
  const store = await import('./signed-calls.ts')
  const { result } = renderHook(() => store.useSignedCalls(address, of === 'unknown' ? undefined : of, 'withdrawal'))
  return { ...store, now: () => result.current }
}
/** What another tab did to storage reaches this one. */
const hear = (key: string | null) => act(() => window.dispatchEvent(new StorageEvent('storage', { key })))

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.restoreAllMocks()
})

describe('a signed call', () => {
  it('is found again by a page that is loaded anew, as the chain knows it and with nothing that could be sent', async () => {
    const page = await loadPage()
    expect(page.now()).toEqual([])
    act(() => page.keepCall({ ...call, following: Promise.resolve({ kind: 'busy' }) }))
    expect(page.now()).toMatchObject([{ ...call, following: expect.any(Promise) }])
    expect(JSON.parse(localStorage.getItem(KEY)!)).toEqual(call)
    expect((await loadPage()).now()).toEqual([call])
  })

  it('is shown for its account and its chain only, and waits for both', async () => {
    localStorage.setItem(KEY, JSON.stringify(call))
    expect((await loadPage(network, '5Other')).now()).toEqual([])
    expect((await loadPage({ ...network, networkId: '0x02' })).now()).toEqual([])
    expect((await loadPage({ ...network, genesisHash: '0x46' })).now()).toEqual([])
    expect((await loadPage('unknown')).now()).toEqual([])
    expect((await loadPage()).now()).toEqual([call])
  })

  it('holds up an equal one until its outcome was told, and no other', async () => {
    const page = await loadPage()
    localStorage.setItem(KEY, JSON.stringify(call))
    expect(page.findUnderWay(ADDRESS, network, 'withdrawal')).toEqual(call)
    expect(page.findUnderWay(ADDRESS, network, 'create-order')).toBeUndefined()
    act(() => page.noteTold('0xaa', 'done'))
    expect(page.findUnderWay(ADDRESS, network, 'withdrawal')).toBeUndefined()
    expect((await loadPage()).now()).toEqual([{ ...call, told: 'done' }])
  })

  it('is gone for good once it has ended', async () => {
    const page = await loadPage()
    act(() => page.keepCall(call))
    act(() => page.endCall('0xaa'))
    expect(page.now()).toEqual([])
    expect(localStorage).toHaveLength(0)
    localStorage.setItem(KEY, JSON.stringify(call))
    hear(KEY)
    expect(page.now()).toEqual([])
  })

  it('that another tab signs is seen, and stays until its outcome was shown here too', async () => {
    const page = await loadPage()
    localStorage.setItem(KEY, JSON.stringify(call))
    hear('something-else')
    expect(page.now()).toEqual([])
    hear(KEY)
    expect(page.now()).toEqual([call])
    localStorage.removeItem(KEY)
    hear(KEY)
    expect(page.now()).toEqual([call])
    act(() => page.noteTold('0xaa', 'done'))
    expect(localStorage.getItem(KEY)).toBeNull()
  })

  it('does not overwrite another one of another tab', async () => {
    const page = await loadPage()
    localStorage.setItem('trove-signed-call 0xbb', JSON.stringify({ ...call, hash: '0xbb' }))
    act(() => page.keepCall(call))
    expect((await loadPage()).now()).toHaveLength(2)
  })

  it.each([
    ['no JSON', 'what is this'],
    ['nothing', 'null'],
    ['a list', '[]'],
    ['without its blocks', JSON.stringify({ ...call, lastBlock: undefined })],
    ['with a block that is no number', JSON.stringify({ ...call, firstBlock: '10' })],
    ['of another hash than its key', JSON.stringify({ ...call, hash: '0xbb' })],
  ])('that storage holds as %s is none', async (_, text) => {
    localStorage.setItem(KEY, text)
    expect((await loadPage()).now()).toEqual([])
  })

  it('is forgotten after a month nobody came back in', async () => {
    localStorage.setItem(KEY, JSON.stringify({ ...call, signedMs: Date.now() - 31 * 24 * 3_600_000 }))
    expect((await loadPage()).now()).toEqual([])
    expect(localStorage).toHaveLength(0)
  })

  it('is kept as long as the page where storage is forbidden', async () => {
    const page = await loadPage()
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError')
    })
    act(() => page.keepCall(call))
    expect(page.now()).toEqual([call])
    expect(page.findUnderWay(ADDRESS, network, 'withdrawal')).toEqual(call)
  })
})
