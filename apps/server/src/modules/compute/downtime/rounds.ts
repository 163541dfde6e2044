import { isOwnOutage, RESTART_MINUTES } from '@trove/contract/compute/downtime'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Log } from '../../../platform/base/log.ts'
import type { Db } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Notices } from '../../notices/module.ts'
import { isRelayed, type RelayRange } from '../machine/address.ts'
import type { Greeting, MachineAddress, MachineDriver } from '../machine/machine.ts'
import type { Standing } from '../relay/store.ts'
import { probeAll } from './probe-all.ts'
import type { DowntimeStore, Told } from './store.ts'

/** `isStanding`: it was silent before already, so its silence says nothing of our network now. */
type Asked = MachineAddress & { seller_id: string; isStanding: boolean }
type Answer = Pick<Asked, 'seller_id' | 'isStanding'> & { greeting: Greeting; isRelayed: boolean; isRelayOut: boolean }

/** Rounds that a witness may be silent before it is none: an idle machine may be switched off for a night. */
const WITNESS_ROUNDS = 5

/** Orders by what their machines did. */
type Found = { heard: string[]; silent: string[]; relayOut: string[] }

type Deps = {
  db: Db
  store: DowntimeStore
  machine: Pick<MachineDriver, 'answers'>
  /** Where machines behind our own relays are reached. */
  relay: RelayRange | undefined
  standings: (ports: readonly number[]) => Promise<Map<number, Standing>>
  notices: Pick<Notices, 'tell'>
  jobs: Jobs
  log: Log
}

/** A round a minute over all processes: which leased machines answer, and whether our own network can be trusted. */
export function createProbeRounds({ db, store, machine, relay, standings, notices, jobs, log }: Deps) {
  /** What each of these machines did, in this order. Reads why silent ones may be so after all were asked. */
  async function ask(asked: readonly Asked[]): Promise<Answer[]> {
    const greetings = await probeAll(machine.answers, asked)
    const answers = asked.map(({ seller_id, isStanding, ...address }, i) => {
      const [greeting, isBehindRelay] = [greetings[i]!, isRelayed(address, relay)]
      return { seller_id, isStanding, greeting, isRelayed: isBehindRelay, port: address.port }
    })
    const isSilent = (one: { isRelayed: boolean; greeting: Greeting }) => one.isRelayed && one.greeting !== 'heard'
    const ports = answers.filter(isSilent).map(({ port }) => port)
    const found = ports.length > 0 ? await standings(ports) : new Map<number, Standing>()
    return answers.map(({ port, ...one }) => {
      const standing = isSilent(one) ? found.get(port) : undefined
      // A relay that holds the agent and takes no connection is itself out of reach.
      return { ...one, isRelayOut: standing === 'relay-out' || (standing === 'held' && one.greeting === 'unreached') }
    })
  }

  async function record(minute: Date, found: Found, isOurs: boolean) {
    const { heard, silent, relayOut } = found
    const counts = {
      probed: heard.length + silent.length,
      silent: silent.length,
      verdict: isOurs ? 'unknown' : 'judged',
    }
    crashPoint('compute.probe.before')
    await inTransaction(db, async (tx) => {
      if (!(await store.finishRound(tx, minute, counts)) || isOurs) return
      if (relayOut.length > 0) await store.addOutage(tx, minute, relayOut)
      if (silent.length > 0) await store.addSilent(tx, minute, silent)
      await store.close(tx, heard, minute)
      for (const told of await store.takeUntold(tx)) await notices.tell(tx, silentNotice(told))
      jobs.soon('compute.pay-downtime', tx)
      crashPoint('compute.probe.before-commit')
    })
    crashPoint('compute.probe.after-commit')
    if (isOurs)
      log.error({ ...counts, minute }, 'too many machines fell silent at once: our own network is taken to be at fault')
    else if (relayOut.length > 0)
      log.error({ minute, machines: relayOut.length }, 'machines are out of reach because a relay of ours is')
  }

  const witnesses = createWitnesses(store)

  return {
    /** Does nothing in a minute that has had its round. */
    async run(): Promise<void> {
      const minute = await store.claimMinute()
      if (!minute) return
      const leases = await store.listServing(minute)
      const beside = leases.length > 0 ? await witnesses.list() : []
      const leased = leases.map(({ seller_id, ipv4: host, port, is_silent }) => {
        return { seller_id, host, port, isStanding: is_silent }
      })
      const answers = await ask([...leased, ...beside])
      // Relays are ours, too: of machines behind them only a few may be silent for it to say something of the machines.
      const areAllOut = isOutage(answers.filter((one) => one.isRelayed && !one.isRelayOut))
      const isOurs = isOutage(answers.filter((one) => !one.isRelayed))
      const found: Found = { heard: [], silent: [], relayOut: [] }
      for (const [i, { order_id: orderId }] of leases.entries()) {
        const { greeting, ...one } = answers[i]!
        if (greeting === 'heard') found.heard.push(orderId)
        else found[one.isRelayOut || (one.isRelayed && areAllOut) ? 'relayOut' : 'silent'].push(orderId)
      }
      // Its SSH server talks to us in that minute: it is up, and lets in no more.
      const inUse = found.silent.length > 0 ? await store.listInUse(found.silent) : []
      found.heard.push(...inUse)
      found.silent = found.silent.filter((orderId) => !inUse.includes(orderId))
      if (!isOurs) witnesses.note(beside, answers.slice(leases.length))
      await record(minute, found, isOurs)
    },
  }
}

export type ProbeRounds = ReturnType<typeof createProbeRounds>

/**
 * Idle machines that are asked besides. Nobody wrote down whether one of them is silent, so a process counts it once it has
 * heard it, and until it has been silent for some rounds.
 */
function createWitnesses(store: Pick<DowntimeStore, 'listWitnesses'>) {
  /** Rounds in a row in which each was silent, by its address. */
  let silentRounds = new Map<string, number>()
  const addressOf = ({ host, port }: MachineAddress) => `${host}:${port}`
  const roundsOf = (address: string) => silentRounds.get(address) ?? WITNESS_ROUNDS
  return {
    async list(): Promise<Asked[]> {
      const found = await store.listWitnesses()
      return found.map(({ seller_id, ipv4: host, port }) => {
        return { seller_id, host, port, isStanding: roundsOf(addressOf({ host, port })) >= WITNESS_ROUNDS }
      })
    },
    /** What they did in a round that says something of machines. */
    note(asked: readonly Asked[], answers: readonly Answer[]): void {
      silentRounds = new Map(
        asked.map((one, i) => {
          const address = addressOf(one)
          return [address, answers[i]!.greeting === 'heard' ? 0 : roundsOf(address) + 1]
        }),
      )
    },
  }
}

function isOutage(all: readonly Answer[]): boolean {
  // Where all of them were silent before, nothing shows that our network is sound now.
  if (all.length > 0 && all.every(({ greeting }) => greeting !== 'heard')) return true
  const answers = all.filter(({ greeting, isStanding }) => greeting === 'heard' || !isStanding)
  const sellers = new Set(answers.map(({ seller_id }) => seller_id))
  const answering = new Set(answers.filter(({ greeting }) => greeting === 'heard').map(({ seller_id }) => seller_id))
  return isOwnOutage({ sellers: sellers.size, silentSellers: sellers.size - answering.size })
}

function silentNotice({ order_id, seller_id, auth_id, first_minute }: Told) {
  return {
    userId: seller_id,
    kind: 'compute.lease-silent',
    params: { authId: auth_id, minutes: String(RESTART_MINUTES) },
    link: { to: 'order', id: order_id, kind: 'superPoints' },
    key: `lease-silent:${order_id}:${first_minute.toISOString()}`,
  } as const
}
