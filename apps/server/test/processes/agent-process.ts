import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstLine } from '../world/postgres.ts'

const MAIN = join(import.meta.dirname, '../../../storage-agent/src/main.ts')

export type AgentProcess = {
  address: string
  child: ChildProcess
  /** Its last words. */
  said(): string
  /** Ends it as a power cut does; its disk stays. */
  kill(): Promise<void>
  /** Ends it as a fire does: the disk goes, too. */
  destroy(): Promise<void>
}

const KEPT_WORDS = 4000

/** A storage node as a process of its own, on a disk of its own. */
export async function startAgent(
  env: NodeJS.ProcessEnv,
  folder = mkdtempSync(join(tmpdir(), 'trove-disk-')),
): Promise<AgentProcess> {
  const settings = {
    AGENT_DATA_DIR: folder,
    AGENT_PORT: '0',
    AGENT_PARENT_WATCH: '1',
    AGENT_LEAST_FLOAT: '0.1',
    ...env,
  }
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...settings },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (text) => {
    said = (said + text).slice(-KEPT_WORDS)
  })
  const ready = JSON.parse(await firstLine(child, (line) => line.startsWith('{"ready"'))) as { addresses: string[] }
  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return {
    address: ready.addresses[0]!,
    child,
    said: () => said,
    kill,
    async destroy() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
