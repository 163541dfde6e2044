import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Ports of this machine for what tests and benches start. */

export type PortRange = { from: number; to: number }

/** Below what a system gives out by itself (32768 and up), so that no other program gets one between our look and its use. */
export const OWN_PORTS: PortRange = { from: 10_000, to: 32_000 }

/** A port that was free a moment ago. */
export const freePort = (): Promise<number> => freePorts(1)

/** The first of `count` neighbouring ports that were all free a moment ago. */
export async function freePorts(count: number, { from, to }: PortRange = OWN_PORTS): Promise<number> {
  while (true) {
    const first = randomInt(from, to - count)
    const all = await Promise.all(Array.from({ length: count }, (_, i) => isFree(first + i)))
    if (all.every(Boolean)) return first
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
