import { startAgent } from './agent.ts'
import { createLog } from './log.ts'
import { startPage } from './page/server.ts'
import { readSettings } from './settings.ts'

/** The storage agent as a process: prints one line when its nodes are open, and ends in order when told to. */
async function start(): Promise<void> {
  const settings = readSettings(process.env)
  const log = createLog((line) => console.error(line))
  const agent = await startAgent(settings, log)
  const page = await startPage(settings.pagePort, agent.look)
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    await Promise.all([page.close(), agent.stop()])
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  if (process.env.AGENT_PARENT_WATCH === '1') process.stdin.on('end', stop).on('error', stop).resume()
  console.log(JSON.stringify({ ready: true, url: page.url, addresses: agent.nodes.map(({ address }) => address) }))
}

start().catch((error: unknown) => {
  console.error(`storage agent: ${error instanceof Error ? error.message : String(error)}`)
  // No later start on the same settings would do better.
  process.exit(2)
})
