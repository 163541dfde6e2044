import './lean-chopsticks.ts'
import { dirname } from 'node:path'
import { readSettings } from './settings.ts'

/**
 * The embedded chain as a process of its own: prints one line when it serves, and ends in order when told to. A rejection that
 * nothing handles ends it with its stack, which is Node's default. It may have come amid a block, and a chain that goes on from a
 * state nobody knows is worse than a restart, which loses no announced block. No client may cause one (rpc/params.ts).
 */
async function start(): Promise<void> {
  const root = dirname(dirname(dirname(import.meta.dirname)))
  const settings = readSettings(process.env, root)
  // Loaded only now: after the hooks are in place, and after a wrong setting was answered.
  const { openHost } = await import('./host.ts')
  const host = await openHost(settings, {
    onTrouble: (what, error) => console.error(`embedded chain: ${what}: ${wordsOf(error)}`),
    onNews: (what) => console.error(`embedded chain: ${what}`),
    onHopeless(what) {
      console.error(`embedded chain: ${what}`)
      process.exit(1)
    },
  })
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    await host.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  if (process.env.CHAIN_PARENT_WATCH === '1') process.stdin.on('end', stop).on('error', stop).resume()
  host.driver.start()
  const { url, networkId, store } = host
  console.log(JSON.stringify({ ready: true, url, networkId, height: store.head.number }))
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

start().catch((error: unknown) => {
  console.error(`embedded chain: ${wordsOf(error)}`)
  process.exit(1)
})
