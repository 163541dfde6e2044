import type { Log } from '../../../platform/base/log.ts'
import type { Dictionary } from '../../dictionary/module.ts'
import { compareFacts } from '../machine/compare.ts'
import { type MachineDriver, MachineUnreachable, type ProbeResult } from '../machine/machine.ts'
import type { MachineLogins } from '../offers/logins.ts'
import type { OfferRow } from '../offers/store.ts'
import { type CheckOutcome, UNREACHABLE } from './store.ts'

/** Measures an offer's machine and compares it with what was declared. */
export function createProber(deps: {
  machine: MachineDriver
  logins: MachineLogins
  dictionary: Pick<Dictionary, 'listOptions'>
  log: Log
}) {
  /** The name of the declared system; the option for any other Linux says just that. */
  async function systemName(value: string): Promise<string> {
    const option = (await deps.dictionary.listOptions('OS')).find((entry) => entry.dictValue === value)
    return (option?.labelEn ?? value).replace(/^Other /, '')
  }

  async function gpuName(value: string): Promise<string> {
    const option = (await deps.dictionary.listOptions('GPU')).find((entry) => entry.dictValue === value)
    return option?.labelEn ?? value
  }

  async function measure(offer: OfferRow): Promise<{ found: ProbeResult; offer: OfferRow }> {
    const target = deps.logins.target(offer)
    try {
      return { found: await deps.machine.probe(target, await deps.logins.current(offer)), offer }
    } catch (error) {
      const next = await deps.logins.findNext(offer)
      if (!next || !(error instanceof MachineUnreachable) || error.reason !== 'login-refused') throw error
      const found = await deps.machine.probe(target, next)
      return { found, offer: await deps.logins.settleNext(offer, next) }
    }
  }

  return {
    /** `offer` of the answer is the row whose login was used. Why a machine is out of reach is logged, never shown. */
    async probe(asked: OfferRow): Promise<{ outcome: CheckOutcome; hostKey: string | null; offer: OfferRow }> {
      try {
        const { found, offer } = await measure(asked)
        const declared = {
          cpuCores: offer.cpu_cores,
          ramSize: Number(offer.ram_gb),
          diskSize: Number(offer.disk_gb),
          bandwidth: offer.bandwidth_mbps,
          operationSystem: await systemName(offer.os),
          gpu:
            offer.gpu_model === null
              ? null
              : { model: await gpuName(offer.gpu_model), count: offer.gpu_count!, vramSize: offer.gpu_vram_gb! },
        }
        const { state, differing } = compareFacts(declared, found.measured)
        return { outcome: { result: state, differing, measured: found.measured }, hostKey: found.hostKey, offer }
      } catch (error) {
        if (!(error instanceof MachineUnreachable)) throw error
        deps.log.info({ offerId: asked.id, reason: error.reason }, 'machine check could not reach the machine')
        return { outcome: UNREACHABLE, hostKey: null, offer: asked }
      }
    },
  }
}

export type Prober = ReturnType<typeof createProber>
