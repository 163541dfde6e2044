import type { Greeting, MachineAddress } from '../machine/machine.ts'

/** Connections open at once: ten thousand silent machines are asked twice within a minute. */
const AT_ONCE = 2000

/** Asks many machines whether they answer, each silent one once more after all the others. Answers what each did. */
export async function probeAll(
  answers: (address: MachineAddress) => Promise<Greeting>,
  addresses: readonly MachineAddress[],
  atOnce = AT_ONCE,
): Promise<Greeting[]> {
  const heard = addresses.map((): Greeting => 'unreached')
  for (const _ of ['first', 'again']) {
    const waiting = heard.flatMap((greeting, i) => (greeting === 'heard' ? [] : [i]))
    const worker = async () => {
      for (let i = waiting.pop(); i !== undefined; i = waiting.pop()) heard[i] = await answers(addresses[i]!)
    }
    await Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, worker))
  }
  return heard
}
