import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { firstLine } from '../world/postgres.ts'

const MAIN = fileURLToPath(new URL('../../../demo-machine/src/main.ts', import.meta.url))

export type DemoMachine = { host: string; port: number; username: string; password: string; stop(): Promise<void> }

/** Starts the demo machine as a process of its own, at a port that is free. */
export async function startDemoMachine(dataDir: string): Promise<DemoMachine> {
  const env = { ...process.env, MACHINE_DATA_DIR: dataDir, MACHINE_PORT: '0', MACHINE_INFO_PORT: '0' }
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const login = JSON.parse(await firstLine(child)) as Omit<DemoMachine, 'stop'>
  return {
    ...login,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
