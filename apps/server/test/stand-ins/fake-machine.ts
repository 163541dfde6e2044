import { Duplex } from 'node:stream'
import { NoMachineFiles } from '../../src/modules/compute/machine/files.ts'
import {
  type MachineDriver,
  type MachineFailure,
  type MachineLogin,
  type MachineTarget,
  MachineUnreachable,
  type ShellChannel,
} from '../../src/modules/compute/machine/machine.ts'
import type { MeasuredFacts } from '../../src/modules/compute/machine/measure.ts'
import type { RecipeReport } from '../../src/modules/compute/machine/recipes.ts'

/** Machines in memory behind the machine port: what their accounts know, and how they may fail. */
export type FakeMachine = {
  username: string
  password: string
  keys: string[]
  hostKey: string
  facts: MeasuredFacts
  /** Every call fails so. */
  failure: MachineFailure | undefined
  /** The next begin or end changes the password and then loses the connection, as a crash in the middle would. */
  losesAfterChange: boolean
  /** The next keys go in and then the connection is lost. */
  losesAfterKey: boolean
  /** Another machine answers from the end of the next probe on. */
  changesHostKey: boolean
  /** A probe, and a change of keys, answers only when this settles. */
  held: Promise<void> | undefined
  calls: string[]
  /** Scripts it was told to run, by their number; each stands as `recipe` says. */
  runs: Map<string, string>
  recipe: RecipeReport
  /** The next run begins and then the connection is lost. */
  losesAfterRun: boolean
  /** What it returns as the log of any run. */
  log: Buffer
  /** What it prints for the cockpit's script. */
  vitals: string
  /** Processes that the end of a lease leaves running. */
  left: number
}

export type FakeMachines = MachineDriver & {
  /** The machine at an address, made on first use with the login `root` / `seller-made-it`. */
  at(host: string, port?: number): FakeMachine
}

const FACTS: MeasuredFacts = {
  cpuCores: 4,
  ramSize: 7.8,
  diskSize: 98,
  bandwidth: 40,
  operationSystem: 'Ubuntu 22.04.4 LTS',
  osId: 'ubuntu',
  osVersion: '22.04',
  cpuScore: 1200,
  diskWrite: 300,
  gpu: null,
}

const NO_WORDS = { code: null, why: null, isMissing: false, missing: null, installed: [] }
/** How a run stands that has begun. */
export const RUNNING: RecipeReport = { ...NO_WORDS, state: 'running' }

export function createFakeMachines(): FakeMachines {
  const machines = new Map<string, FakeMachine>()

  function at(host: string, port = 22): FakeMachine {
    const key = `${host}:${port}`
    let machine = machines.get(key)
    if (!machine) {
      const login = { username: 'root', password: 'seller-made-it' }
      const state = {
        failure: undefined,
        losesAfterChange: false,
        losesAfterKey: false,
        losesAfterRun: false,
        runs: new Map<string, string>(),
        recipe: { ...RUNNING },
        log: Buffer.alloc(0),
        left: 0,
        changesHostKey: false,
        held: undefined,
        calls: [],
        vitals: '',
      }
      machine = { ...login, keys: [], hostKey: 'SHA256:fake', facts: { ...FACTS }, ...state }
      machines.set(key, machine)
    }
    return machine
  }

  function enter(call: string, target: MachineTarget, login: MachineLogin, others: string[] = []): FakeMachine {
    const machine = at(target.address.host, target.address.port)
    machine.calls.push(call)
    if (machine.failure) throw new MachineUnreachable(machine.failure)
    if (target.hostKey !== null && target.hostKey !== machine.hostKey) throw new MachineUnreachable('host-key-changed')
    const passwords = ['password' in login ? login.password : '', ...others]
    if (login.username !== machine.username || !passwords.includes(machine.password))
      throw new MachineUnreachable('login-refused')
    return machine
  }

  function change(machine: FakeMachine, password: string): void {
    machine.password = password
    if (!machine.losesAfterChange) return
    machine.losesAfterChange = false
    throw new MachineUnreachable('connection-lost')
  }

  function putKeys(machine: FakeMachine, publicKeys: string[]): void {
    machine.keys = [...publicKeys]
    if (!machine.losesAfterKey) return
    machine.losesAfterKey = false
    throw new MachineUnreachable('connection-lost')
  }

  return {
    at,
    answers: async ({ host, port }) => (at(host, port).failure === undefined ? 'heard' : 'unreached'),
    async probe(target, login) {
      const machine = enter('probe', target, login)
      await machine.held
      const { hostKey, facts } = machine
      if (machine.changesHostKey) machine.hostKey = 'SHA256:another'
      machine.changesHostKey = false
      return { hostKey, measured: { ...facts } }
    },
    async beginLease(target, login, { newPassword }) {
      const machine = enter('beginLease', target, login, [newPassword])
      machine.keys = []
      change(machine, newPassword)
      return { hostKey: machine.hostKey, mark: { files: {}, crontab: null, boot: 'b', startTick: 1 } }
    },
    installKeys: async (target, login, { publicKeys }) => putKeys(enter('installKeys', target, login), publicKeys),
    async changeKeys(target, login, { publicKeys }) {
      const machine = enter('changeKeys', target, login)
      await machine.held
      putKeys(machine, publicKeys)
    },
    async runRecipe(target, login, { number, script }) {
      const machine = enter('runRecipe', target, login)
      await machine.held
      if (!machine.runs.has(number)) {
        if (script === null) return { ...NO_WORDS, state: 'none' }
        machine.runs.set(number, script)
        machine.calls.push('begun')
      }
      if (!machine.losesAfterRun) return machine.recipe
      machine.losesAfterRun = false
      throw new MachineUnreachable('connection-lost')
    },
    async readRecipeLog(target, login, { number, from, most }) {
      const { runs, log } = enter('readRecipeLog', target, login)
      return runs.has(number) ? { total: log.length, piece: log.subarray(from, from + most) } : undefined
    },
    async endLease(target, login, { newPassword }) {
      const machine = enter('endLease', target, login, [newPassword])
      machine.keys = []
      machine.runs.clear()
      change(machine, newPassword)
      return {
        hostKey: machine.hostKey,
        endedProcesses: 2,
        leftProcesses: machine.left,
        restoredFiles: ['.ssh/authorized_keys'],
      }
    },
    async openShell(target, login) {
      enter('openShell', target, login)
      return echoShell()
    },
    // What happens to files is tested on the demo machine: a memory would lie about links, names and bytes.
    async openFiles(target, login) {
      enter('openFiles', target, login)
      throw new NoMachineFiles()
    },
    async runScript(target, login) {
      const { vitals } = enter('runScript', target, login)
      const stream = new Duplex({ read() {}, write: (_part, _encoding, done) => done() })
      stream.push(vitals)
      return { stream, resize: () => {}, close: () => void stream.destroy() }
    },
  }
}

/** A shell that says back what it hears, ends at `exit`, and floods at `flood`. */
function echoShell(): ShellChannel {
  const stream = new Duplex({
    read() {},
    write(part: Buffer, _, done) {
      const text = part.toString()
      if (text === 'exit\n') stream.destroy()
      else if (text === 'flood\n') for (let i = 0; i < 64; i++) stream.push(Buffer.alloc(65_536, 'x'))
      else stream.push(`you said ${text}`)
      done()
    },
  })
  return {
    stream,
    resize: ({ cols, rows }) => void stream.push(`size ${cols}x${rows}`),
    close: () => void stream.destroy(),
  }
}
