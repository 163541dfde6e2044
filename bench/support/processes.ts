import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** Processes of a measurement: started, waited for, and asked what CPU time they used. */

const TICK_MS = 10

export type Started = { child: ChildProcess; said: Record<string, unknown> }

/** Starts one of our programs and waits for its ready line. */
export async function startProgram(
  path: string,
  env: NodeJS.ProcessEnv,
  args: string[] = [],
  nodeArgs: string[] = [],
): Promise<Started> {
  const file = fileURLToPath(new URL(`../../${path}`, import.meta.url))
  const child = spawn(process.execPath, [...nodeArgs, file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  for await (const part of child.stdout!) {
    text += part
    const line = text.split('\n').find((one) => one.includes('"ready":true'))
    if (line) {
      child.stdout!.resume()
      return { child, said: JSON.parse(line) }
    }
  }
  throw new Error(`${path} ended before it was ready`)
}

export async function stopProgram({ child }: Started): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** CPU milliseconds used so far by the given processes and all that descend from them, ended ones included (Linux). */
export async function cpuMs(roots: number[]): Promise<number> {
  const all = await Promise.all((await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(readStat))
  const byPid = new Map(all.flatMap((stat) => (stat ? [[stat.pid, stat]] : [])))
  const isOurs = (pid: number): boolean => pid > 1 && (roots.includes(pid) || isOurs(byPid.get(pid)?.parent ?? 0))
  let ticks = 0
  for (const stat of byPid.values()) if (isOurs(stat.pid)) ticks += stat.own + stat.children
  return ticks * TICK_MS
}

async function readStat(name: string) {
  const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => undefined)
  if (!text) return undefined
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  return { pid: Number(name), parent: fields[1]!, own: fields[11]! + fields[12]!, children: fields[13]! + fields[14]! }
}
