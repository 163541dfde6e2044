import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isSignedText, serverAccount } from '@trove/chain-client/server-keys'
import { nodeCheckBegin, nodeReadsBegin } from '@trove/contract/storage/node'
import { afterEach, expect, test, vi } from 'vitest'
import { makeFolder } from '../../test/lab.ts'
import { passCheck } from './check.ts'
import { serveReads } from './reads.ts'
import { gatewaySeconds } from './time.ts'

/** A node's clock that is off, before a gateway that lets in only who signs the present time. */

afterEach(() => vi.useRealTimers())
const account = serverAccount('//Charlie')
/** As far as the gateway's own rule lets a time be off. */
const CLOCK_SECONDS = 600

async function startGateway(date: () => string | undefined) {
  const seen: { kind: string; isNow: boolean }[] = []
  const now = performance.timeOrigin / 1000
  const server = createServer((request, response) => {
    const [, , , kind, at, signature] = (request.url ?? '').split('/')
    if (request.url === '/healthz') return void response.writeHead(200, { date: date() ?? '' }).end()
    const text = kind === 'reads' ? nodeReadsBegin(Number(at)) : nodeCheckBegin(Number(at))
    const isSigned = isSignedText(account.publicKey, text, Buffer.from(signature ?? '', 'hex'))
    const realSeconds = now + performance.now() / 1000
    seen.push({ kind: kind ?? '', isNow: isSigned && Math.abs(realSeconds - Number(at)) <= CLOCK_SECONDS })
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections())
  return { url, seen, close }
}
const realDate = () => new Date(performance.timeOrigin + performance.now()).toUTCString()

test.each([3_600_000, -3_600_000])(
  'a node whose clock is off by %d ms signs the gateway’s time, for its check and for reads',
  async (off) => {
    const gateway = await startGateway(realDate)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + off })
    const { folder, remove } = makeFolder()
    expect(await passCheck({ gatewayUrl: gateway.url, account, folder })).toBe('none')
    const aborter = new AbortController()
    const options = { gatewayUrl: gateway.url, account, source: async () => undefined, log: () => {} }
    const serving = serveReads({ ...options, signal: aborter.signal })
    await expect.poll(() => gateway.seen.map(({ kind }) => kind)).toContain('reads')
    aborter.abort()
    await serving
    expect(gateway.seen.slice(0, 2)).toEqual([
      { kind: 'check', isNow: true },
      { kind: 'reads', isNow: true },
    ])
    remove()
    await gateway.close()
  },
)

test('a gateway that names no time, one of another day, or does not answer leaves the node its own', async () => {
  const dates = ['', new Date(Date.now() + 2 * 86_400_000).toUTCString()]
  const gateway = await startGateway(() => dates.shift())
  const isOwn = async () => Math.abs((await gatewaySeconds(gateway.url)) - Date.now() / 1000) < 60
  expect([await isOwn(), await isOwn()]).toEqual([true, true])
  await gateway.close()
  expect(await isOwn()).toBe(true)
})
