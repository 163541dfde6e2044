import { type MachineReading, READINGS_PER_DAY } from '@trove/contract/compute/publishing'
import { ContractError, type PlainErrorCode, requireThat } from '@trove/contract/errors/codes'
import type { z } from 'zod'
import type { Log } from '../../../platform/base/log.ts'
import type { Limiter } from '../../../platform/rate-limit.ts'
import type { Dictionary } from '../../dictionary/module.ts'
import { isRelayed, type RelayRange } from '../machine/address.ts'
import { declarationOf } from '../machine/declare.ts'
import type { MachineAddress, MachineDriver, MachineFailure, MachineLogin } from '../machine/machine.ts'
import { MachineUnreachable } from '../machine/machine.ts'
import type { MeasuredFacts } from '../machine/measure.ts'
import type { Offers } from './publish.ts'

/**
 * Counted apart from checks, so that readings use up no check of the machine, and lower: a reading says more of why it
 * failed (money.md B).
 */
const PER_SELLER_HOUR = { limit: 10, windowSeconds: 3600 }
const PER_SELLER = { limit: READINGS_PER_DAY, windowSeconds: 86_400 }
const PER_TARGET = { limit: 5, windowSeconds: 86_400 }
const PER_HOST = { limit: 15, windowSeconds: 86_400 }
/** A reading may take 40 s and keeps its call open; so many at a time in one process. */
const AT_ONCE = 8

export type Reading = z.output<typeof MachineReading>

/**
 * What a seller is told of each failure. Whether a port is closed, silent or not SSH is one text, so that a reading finds
 * out no more of an address than that.
 */
const REFUSALS: Partial<Record<MachineFailure, PlainErrorCode>> = {
  'address-not-allowed': 'compute.address-not-allowed',
  'login-refused': 'compute.read-login-refused',
  'key-unreadable': 'compute.read-key-invalid',
  'timed-out': 'compute.read-timed-out',
  'command-failed': 'compute.read-not-linux',
}

/** Reads a machine that is not published yet. The login lives as long as the call and is stored nowhere. */
export function createReadings(deps: {
  machine: Pick<MachineDriver, 'probe'>
  offers: Pick<Offers, 'requireReadable'>
  dictionary: Pick<Dictionary, 'listOptions'>
  limiter: Limiter
  allowList: readonly MachineAddress[]
  relay: RelayRange | undefined
  log: Log
}) {
  const { limiter, log } = deps
  const reading = new Set<string>()

  async function takeTurn(sellerId: string, { host, port }: MachineAddress): Promise<void> {
    const takes = [
      ['compute.read-hour', sellerId, PER_SELLER_HOUR],
      ['compute.read-day', sellerId, PER_SELLER],
      // The operator allowed this address by name, as for checks.
      ...(deps.allowList.some((own) => own.host === host && own.port === port)
        ? []
        : ([
            ...(isRelayed({ host, port }, deps.relay) ? [] : ([['compute.read-host', host, PER_HOST]] as const)),
            ['compute.read-target', `${host}:${port}`, PER_TARGET],
          ] as const)),
    ] as const
    for (const [bucket, key, limit] of takes) {
      const { isAllowed, retryAfterSeconds } = await limiter.take(bucket, key, limit)
      requireThat(isAllowed, 'compute.read-limit', { minutes: Math.ceil(retryAfterSeconds / 60) })
    }
  }

  async function probe(sellerId: string, address: MachineAddress, login: MachineLogin): Promise<MeasuredFacts> {
    try {
      return (await deps.machine.probe({ address, hostKey: null }, login)).measured
    } catch (error) {
      if (!(error instanceof MachineUnreachable)) throw error
      log.info({ sellerId, reason: error.reason }, 'a machine could not be read')
      throw new ContractError(REFUSALS[error.reason] ?? 'compute.read-unreachable')
    }
  }

  return {
    /** Logs in once and measures, at most 40 s; one at a time for each seller. */
    async read(sellerId: string, form: Reading) {
      const address = { host: form.serverIPv4, port: form.serverPort }
      await deps.offers.requireReadable(sellerId, { ipv4: address.host, port: address.port })
      requireThat(!reading.has(sellerId), 'compute.read-running')
      requireThat(reading.size < AT_ONCE, 'compute.read-busy')
      reading.add(sellerId)
      try {
        await takeTurn(sellerId, address)
        const measured = await probe(sellerId, address, loginOf(form))
        const [systems, gpus] = await Promise.all([
          deps.dictionary.listOptions('OS'),
          deps.dictionary.listOptions('GPU'),
        ])
        return { measured, declaration: declarationOf(measured, systems, gpus) }
      } finally {
        reading.delete(sellerId)
      }
    },
  }
}

export type Readings = ReturnType<typeof createReadings>

function loginOf(form: Reading): MachineLogin {
  const username = form.defaultUsername
  // Keys end with a line break; forms cut it off, and some readers of keys want it.
  return 'privateKey' in form
    ? { username, privateKey: `${form.privateKey}\n` }
    : { username, password: form.defaultPassword }
}
