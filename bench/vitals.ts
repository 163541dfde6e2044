import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { SAMPLE_SECONDS } from '@trove/contract/compute/machine/cockpit'
import { cpuMs } from './support/processes.ts'
import { median } from './support/timings.ts'

/** What a cockpit that is looked at costs the rented machine: the script's own CPU, its `df` and `sleep` with it. See README.md. */

const { values: args } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '60' } },
})
const [rounds, seconds] = [Number(args.rounds), Number(args.seconds)]

const SCRIPT = fileURLToPath(new URL('../apps/server/src/modules/compute/cockpit/vitals.sh', import.meta.url))

/** Share of one core, in percent. @throws Error when the script said fewer lines than there was time for */
async function look(): Promise<number> {
  const shell = spawn('sh', [SCRIPT, String(SAMPLE_SECONDS)], { stdio: ['ignore', 'pipe', 'inherit'] })
  let lines = 0
  shell.stdout.on('data', (part: Buffer) => {
    lines += part.toString().split('busy=').length - 1
  })
  await sleep(seconds * 1000)
  const spent = await cpuMs([shell.pid!])
  const ended = once(shell, 'close')
  shell.kill()
  await ended
  if (lines < (seconds / SAMPLE_SECONDS) * 0.8) throw new Error(`${lines} lines in ${seconds} s`)
  return spent / (seconds * 10)
}

const shares: number[] = []
for (let round = 0; round < rounds; round++) shares.push(await look())
const [typical, least, most] = [median(shares), Math.min(...shares), Math.max(...shares)].map((share) =>
  share.toFixed(2),
)
console.log(`a cockpit that is looked at takes ${typical} % [${least}..${most}] of one core`)
