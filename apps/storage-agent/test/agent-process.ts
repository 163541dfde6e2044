import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const MAIN = join(import.meta.dirname, '../src/main.ts')

export type AgentProcess = {
  child: ChildProcess
  /** Its ready line. */
  ready: Promise<{ url: string; addresses: string[] }>
  /** How it ended: a signal's name, or an exit code. */
  ended: Promise<string | number>
  /** Its last words. */
  said(): string
  stop(): Promise<void>
}

const KEPT_WORDS = 4000

/** The agent as a process of its own, which may be told to die at a step of its journal. */
export function spawnAgent(env: NodeJS.ProcessEnv, crashAt = '', words: string[] = []): AgentProcess {
  const child = spawn(process.execPath, [MAIN, ...words], {
    // It ends with the test, however that ends.
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      AGENT_PORT: '0',
      AGENT_PARENT_WATCH: '1',
      AGENT_CRASH_AT: crashAt,
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (text) => {
    said = (said + text).slice(-KEPT_WORDS)
  })
  const ended = once(child, 'exit').then(([code, signal]) => (signal ?? code) as string | number)
  const ready = Promise.race([
    once(createInterface(child.stdout), 'line').then(([line]) => JSON.parse(line)),
    ended.then((how) => Promise.reject(new Error(`the agent ended with ${how}`))),
  ])
  ready.catch(() => undefined)
  return {
    child,
    ready,
    ended,
    said: () => said,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
