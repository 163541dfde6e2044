import { readFile } from 'node:fs/promises'

/** How far a program's memory grows, and how long its event loop is held up. */

/** Runs inside the program: from SIGUSR2 on it writes the loop's delay so far to a file, in nanoseconds. */
const lagTold = (path: string) => `
  import { writeFileSync } from 'node:fs'
  import { monitorEventLoopDelay } from 'node:perf_hooks'
  import { isMainThread } from 'node:worker_threads'
  if (isMainThread) {
    const delay = monitorEventLoopDelay({ resolution: 10 })
    process.once('SIGUSR2', () => { delay.enable(); setInterval(() => writeFileSync(${JSON.stringify(path)},
      JSON.stringify({ p50: delay.percentile(50), p99: delay.percentile(99), max: delay.max })), 250).unref() })
  }`

/** `NODE_OPTIONS` of a program that tells its loop's delay in this file. */
export const tellLag = (file: string) => `--import=data:text/javascript,${encodeURIComponent(lagTold(file))}`

/** Resident memory now. Linux only. */
export async function rssMb(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8')
  return (Number(/VmRSS:\s+(\d+)/.exec(text)?.[1]) * 1024) / 1e6
}

/** The loop's delay as it was told last, in nanoseconds. */
export async function readLag(file: string): Promise<Record<'p50' | 'p99' | 'max', number>> {
  return JSON.parse(await readFile(file, 'utf8'))
}
