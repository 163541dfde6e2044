import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '../../../tools/start/free-port.ts'
import { root } from './chain-lab.ts'

const SCRIPT = join(root, 'chain/omni-node.sh')

/** Whether the comparison with the stock node is wanted (`CHAIN_DIFFERENTIAL=1`) and the node is on this machine. */
export const hasStockNode = process.env.CHAIN_DIFFERENTIAL === '1' && spawnSync(SCRIPT, ['find']).status === 0

export type StockNode = { child: ChildProcess; url: string }

/** The stock node on a development chain of the committed runtime; it may take a while until it answers. */
export async function spawnStockNode(blockMs: number): Promise<StockNode> {
  const port = await freePort()
  const child = spawn(SCRIPT, ['start', 'embedded', '-lerror'], {
    env: { ...process.env, CHAIN_PORT: String(port), CHAIN_BLOCK_MS: String(blockMs) },
    stdio: ['ignore', 'ignore', 'inherit'],
    // A group of its own: the script and the node end together.
    detached: true,
  })
  return { child, url: `ws://127.0.0.1:${port}` }
}

/** Ends the node and waits until its folder is removed. */
export async function stopStockNode({ child }: StockNode): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  process.kill(-(child.pid as number), 'SIGTERM')
  await ended
}
