import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

/**
 * When a phone on a slow network first shows something: each page opened anew in Chromium with Fast 3G and a processor four
 * times slower. `node bench/first-paint.ts --site URL [--runs 3] [--chromium /usr/bin/chromium]`; the goal is 2.5 s.
 */

const { values: args } = parseArgs({
  options: {
    site: { type: 'string', default: 'http://127.0.0.1:8080' },
    runs: { type: 'string', default: '3' },
    chromium: { type: 'string', default: '/usr/bin/chromium' },
  },
})
const PAGES = ['/home', '/login', '/computingPowerMarket/storage-resources?tab=computing', '/personal-center/my-purse']
/** Chromium's own "Fast 3G": bytes a second and the delay of each request. */
const FAST_3G = { offline: false, downloadThroughput: 180_000, uploadThroughput: 84_375, latency: 562.5 }
const CPU_SLOWER = 4
const PHONE = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'
const LIMIT_MS = 30_000
const FIRST_PAINT = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0`

const HINT = `localStorage.setItem('trove-signed-in', '1')`

type Answer = { id?: number; result?: Record<string, unknown>; error?: { message: string } }

/** Speaks to Chromium: one call at a time is enough here. */
async function connect(url: string) {
  const socket = new WebSocket(url)
  await once(socket, 'open')
  let last = 0
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
  })
  return async (method: string, params: object = {}, sessionId?: string) => {
    const id = ++last
    socket.send(JSON.stringify({ id, method, params, sessionId }))
    const { result, error } = await new Promise<Answer>((resolve) => waiting.set(id, resolve))
    if (error) throw new Error(`${method}: ${error.message}`)
    return result ?? {}
  }
}

type Call = Awaited<ReturnType<typeof connect>>

/** Milliseconds from the navigation to the first text or picture, in a window that knows nothing of the site. */
async function measure(call: Call, url: string): Promise<number> {
  const { browserContextId } = await call('Target.createBrowserContext')
  const { targetId } = await call('Target.createTarget', { url: 'about:blank', browserContextId })
  const { sessionId } = (await call('Target.attachToTarget', { targetId, flatten: true })) as { sessionId: string }
  await call('Network.enable', {}, sessionId)
  await call('Network.emulateNetworkConditions', FAST_3G, sessionId)
  await call('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER }, sessionId)
  await call('Emulation.setUserAgentOverride', { userAgent: PHONE }, sessionId)
  const screen = { width: 390, height: 844, deviceScaleFactor: 2, mobile: true }
  await call('Emulation.setDeviceMetricsOverride', screen, sessionId)
  // Somebody who was here before: the app asks for the session first.
  await call('Page.enable', {}, sessionId)
  await call('Page.addScriptToEvaluateOnNewDocument', { source: HINT }, sessionId)
  void call('Page.navigate', { url }, sessionId)
  let at = 0
  for (const end = Date.now() + LIMIT_MS; at === 0 && Date.now() < end; await sleep(200)) {
    const { result } = (await call('Runtime.evaluate', { expression: FIRST_PAINT }, sessionId)) as {
      result: { value?: number }
    }
    at = result.value ?? 0
  }
  await call('Target.disposeBrowserContext', { browserContextId })
  return at
}

const folder = mkdtempSync(join(tmpdir(), 'trove-paint-'))
const flags = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--remote-debugging-port=0',
  `--user-data-dir=${folder}`,
]
const chromium = spawn(args.chromium, flags, { stdio: ['ignore', 'ignore', 'pipe'] })
const address = new Promise<string>((resolve) => {
  let said = ''
  chromium.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    const found = /ws:\/\/\S+/.exec(said)
    if (found) resolve(found[0])
  })
})
try {
  const call = await connect(await address)
  for (const page of PAGES) {
    const times: number[] = []
    for (let run = 0; run < Number(args.runs); run++) times.push(await measure(call, args.site + page))
    const sorted = times.toSorted((a, b) => a - b)
    const seconds = (ms: number | undefined) => ((ms ?? 0) / 1000).toFixed(2)
    const middle = seconds(sorted[Math.floor(sorted.length / 2)])
    console.log(`${page.padEnd(56)} first paint ${middle} s [${seconds(sorted[0])}..${seconds(sorted.at(-1))}]`)
  }
} finally {
  chromium.kill()
  await once(chromium, 'exit')
  rmSync(folder, { recursive: true, force: true })
}
