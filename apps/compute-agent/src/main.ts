import { setTimeout as sleep } from 'node:timers/promises'
import { serveOnce } from './connection.ts'
import { openKey } from './key.ts'
import { readSettings } from './settings.ts'

/**
 * The agent of a machine without a public address: keeps one connection to the relay, made from inside, and passes what
 * comes over it to the machine's own SSH server. A connection that breaks is made anew, ever more slowly.
 */

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

async function start(): Promise<void> {
  const settings = readSettings(process.argv.slice(2), process.env)
  const key = openKey(settings.folder)
  const ending = new AbortController()
  const stop = () => ending.abort()
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  if (process.env.AGENT_PARENT_WATCH === '1') process.stdin.on('end', stop).on('error', stop).resume()
  const { signal } = ending
  const events = {
    welcomed: ({ host, port, name }: { host: string; port: number; name: string }) =>
      console.log(JSON.stringify({ ready: true, name, host, port })),
  }
  for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(LONGEST_PAUSE_MS, 2 * pause)) {
    const end = await serveOnce(settings, key, events, signal)
    if (signal.aborted) return
    // No later try would do better.
    if (end === 'refused')
      throw new Error('the relay does not know this machine: the token is used, too old or removed')
    console.error(JSON.stringify({ connection: end }))
    if (end === 'lost') pause = FIRST_PAUSE_MS
    // Another agent runs with this key: the two do not drive each other out all the time.
    if (end === 'replaced') pause = LONGEST_PAUSE_MS
    // Many machines that lost one relay do not come back in the same second.
    await sleep(pause * (0.5 + Math.random()), undefined, { signal, ref: true }).catch(() => undefined)
  }
}

start().catch((error: unknown) => {
  console.error(`compute agent: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(2)
})
