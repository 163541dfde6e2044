import { COCKPIT_SILENCE_SECONDS, CockpitClientMessage } from '@trove/contract/compute/machine/cockpit'
import { LeaseSocket } from '../terminal/lease-socket.ts'
import { VitalsReader, vitalsScript } from './vitals.ts'

type Open = Extract<CockpitClientMessage, { type: 'open' }>
type More = Exclude<CockpitClientMessage, { type: 'open' }>

/** One look at a leased machine: samples of what it does, as long as the page says that it is seen. */
export class CockpitSession extends LeaseSocket<Open, More, 'unsupported'> {
  protected readonly kind = 'cockpit'
  protected readonly idleSeconds = COCKPIT_SILENCE_SECONDS
  private readonly reader = new VitalsReader()

  protected readMessage(text: string) {
    const message = CockpitClientMessage.parse(JSON.parse(text))
    return message.type === 'open' ? { open: message } : { more: message }
  }

  protected async connect({ orderId, userId }: { orderId: string; userId: string }) {
    const { target, login } = await this.deps.access.useForCockpit(orderId, userId)
    return this.deps.machine.runScript(target, login, vitalsScript)
  }

  protected pass(): void {
    this.activeAtMs = Date.now()
  }

  protected forward(part: Buffer): void {
    const found = this.reader.read(part, performance.now())
    if (found === 'unsupported') this.close('unsupported')
    else if (found === 'unreadable') this.close('too-much')
    else for (const sample of found) this.send({ type: 'sample', sample })
  }
}
