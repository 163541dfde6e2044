import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { median } from './support/timings.ts'

/**
 * How fast a worker in Chromium seals a file (AES-GCM, identifier and root), beside WebCrypto's AES-GCM alone over the same
 * bytes, in alternating rounds. `node bench/storage-sealing.ts --mib 200 --rounds 5 --chromium /usr/bin/chromium`
 */

const { values } = parseArgs({
  options: {
    mib: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '5' },
    chromium: { type: 'string', default: '/usr/bin/chromium' },
  },
})
type Rates = { floor: number[]; ours: number[] }
const root = join(import.meta.dirname, '..')
const bundler = join(root, 'node_modules/esbuild/bin/esbuild')
const entry = join(import.meta.dirname, 'support/sealing-worker.ts')
const script = execFileSync(process.execPath, [bundler, entry, '--bundle', '--format=esm', '--platform=browser'], {
  maxBuffer: 2 ** 26,
})
const ask = JSON.stringify({ mib: Number(values.mib), rounds: Number(values.rounds) })
const page = `<!doctype html><script type="module">
  const worker = new Worker('/worker.js', { type: 'module' })
  worker.onmessage = ({ data }) => fetch('/done', { method: 'POST', body: JSON.stringify(data) })
  worker.onerror = ({ message }) => fetch('/done', { method: 'POST', body: JSON.stringify({ message }) })
  worker.postMessage(${ask})
</script>`

const done = Promise.withResolvers<Rates & { message?: string }>()
const server = createServer(async (request, response) => {
  const isScript = request.url === '/worker.js'
  response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
  if (request.method === 'POST') done.resolve((await json(request)) as Rates)
  response.end(isScript ? script : page)
}).listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
const { port } = server.address() as { port: number }
const profile = mkdtempSync(join(tmpdir(), 'trove-bench-sealing-'))
const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', `--user-data-dir=${profile}`]
const browser = spawn(values.chromium, [...flags, `http://127.0.0.1:${port}/`], { stdio: 'ignore' })
try {
  const ended = new Promise<never>((_, reject) => browser.once('exit', () => reject(new Error('Chromium ended'))))
  const all = await Promise.race([done.promise, ended])
  if (all.message) throw new Error(all.message)
  for (const name of ['floor', 'ours'] as const)
    console.log(
      `${name.padEnd(6)} ${median(all[name]).toFixed(0).padStart(5)} MiB/s  [${all[name].map((one) => one.toFixed(0)).join(' ')}]`,
    )
  const pairs = all.ours.map((one, round) => one / all.floor[round]!)
  console.log(`ratio  ${median(pairs).toFixed(2)} [${pairs.map((one) => one.toFixed(2)).join(' ')}]`)
} finally {
  browser.removeAllListeners('exit')
  const gone = new Promise((resolve) => browser.once('exit', resolve))
  browser.kill('SIGTERM')
  await gone
  server.close()
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
}
