import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePorts as freePortsOf, OWN_PORTS, type PortRange } from '../../../tools/start/free-port.ts'

/** Node programs of a run: started, waited for, ended; nothing else is ever touched. */

const STOP_LIMIT_MS = 12_000
const KEPT_SIGNS = 6000

export type Program = { child: ChildProcess; readyLine: string; stop(): Promise<void> }

/**
 * Starts a program and waits for the line that says it serves.
 * @throws Error with its last words, and the signal it died of, when it ends before
 */
export async function startProgram(
  file: string,
  env: NodeJS.ProcessEnv,
  isReady: (line: string) => boolean,
  limitMs = 120_000,
  args: readonly string[] = [],
): Promise<Program> {
  const child = spawn(process.execPath, [file, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.on('error', () => undefined)
  const endWithUs = () => child.kill('SIGTERM')
  process.once('exit', endWithUs)
  child.once('exit', () => process.off('exit', endWithUs))
  const readyLine = await new Promise<string>((resolve, reject) => {
    let text = ''
    const fail = (reason: string, signal: NodeJS.Signals | null = null) => {
      clearTimeout(limit)
      reject(Object.assign(new Error(`${file} ${reason}:\n${text.slice(-KEPT_SIGNS)}`), { signal }))
    }
    const limit = setTimeout(() => {
      child.kill('SIGTERM')
      fail(`was not ready in ${limitMs} ms`)
    }, limitMs)
    const read = (part: Buffer) => {
      text = (text + part).slice(-KEPT_SIGNS)
      const line = text.split('\n').slice(0, -1).find(isReady)
      if (line === undefined) return
      clearTimeout(limit)
      resolve(line)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code, signal) => fail(`ended with ${code ?? signal}`, signal))
  })
  return { child, readyLine, stop: () => stopProgram(child) }
}

async function stopProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
  await ended
  clearTimeout(late)
}

const PART = partOf(OWN_PORTS, process.env.E2E_WORLD ?? '1/1')

/** Worlds beside each other (`2/2`: the second of two) look for ports in parts of their own. */
function partOf({ from, to }: PortRange, world: string): PortRange {
  const [no, of] = world.split('/').map(Number) as [number, number]
  const size = Math.floor((to - from) / of)
  return { from: from + (no - 1) * size, to: from + no * size }
}

/** The first of `count` neighbouring ports of this world's part that were all free a moment ago. */
export const freePorts = (count: number): Promise<number> => freePortsOf(count, PART)
