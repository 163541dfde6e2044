import { join } from 'node:path'
import { type Agent, startAgent } from './agent.ts'
import { sendAlert } from './alerts/send.ts'
import { watchAlerts } from './alerts/watch.ts'
import { backUpKey } from './key-backup.ts'
import { createLog } from './log/log.ts'
import { openLogFile } from './log/log-file.ts'
import { startPage } from './page/server.ts'
import { renderTerminal } from './page/terminal.ts'
import { tellTried, tryEverything } from './self-test.ts'
import { readSettings, type Settings } from './settings.ts'

/** How often a terminal is told how things are. */
const TELL_EVERY_MS = 10_000
/** How often the nodes are looked at for what needs a person. */
const WATCH_EVERY_MS = 60_000
const language = /^zh/i.test(process.env.LC_ALL || process.env.LANG || '') ? 'zh-CN' : 'en'

/** The storage agent as a process: prints one line when its nodes are open, and ends in order when told to. */
async function start(): Promise<void> {
  const settings = readSettings(process.env)
  if (process.argv[2] === 'test') return await tryOnly(settings)
  const isTerminal = process.stdout.isTTY
  // A person sees the state of the nodes, and the lines go to a file; a program that started us takes the lines.
  const log = createLog(isTerminal ? openLogFile(join(settings.folder, 'agent.log')) : (line) => console.error(line))
  const agent = await startAgent(settings, log)
  const page = await startPage(settings.pagePort, {
    look: agent.look,
    nodes: settings.nodes.length,
    tryEverything: () => tryEverything(settings),
    backUp: (node, passphrase, again) => backUpKey(settings.nodes[node]!.folder, passphrase, again),
  })
  const { alertUrl } = settings
  if (alertUrl) {
    const watch = watchAlerts({ look: agent.look, send: (text) => sendAlert(alertUrl, text), log })
    setInterval(() => void watch(), WATCH_EVERY_MS).unref()
  }
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
  if (isTerminal) tell(agent, page.url)
  else console.log(JSON.stringify({ ready: true, url: page.url, addresses: agent.nodes.map(({ address }) => address) }))
}

/** `start test`: says what works and what does not, and ends with 1 where something does not. */
async function tryOnly(settings: Settings): Promise<void> {
  const tried = await tryEverything(settings)
  console.log(tellTried(tried, language))
  process.exit(tried.every(({ isGood }) => isGood) ? 0 : 1)
}

/** Draws the state of the nodes anew every few seconds. */
function tell(agent: Agent, url: string): void {
  const draw = async () => {
    const text = renderTerminal(await agent.look(), url, language)
    console.clear()
    console.log(text)
  }
  void draw()
  setInterval(() => void draw(), TELL_EVERY_MS).unref()
}

start().catch((error: unknown) => {
  console.error(`storage agent: ${error instanceof Error ? error.message : String(error)}`)
  // No later start on the same settings would do better.
  process.exit(2)
})
