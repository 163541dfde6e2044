import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { freePorts, type Program, startProgram } from './children.ts'
import { FLEET, type MachineFacts } from './facts.ts'

/** Starts the one world of a run, as a person would: `start.ts` with a fresh folder, and machines for the journeys. */

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))
const WORLD_PORTS = 8
const EXTRA_MACHINES = 6
/** A first start also builds the web app, which takes a busy machine minutes. */
const START_LIMIT_MS = 420_000

export default async function startWorld(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'trove-journeys-'))
  const programs: Program[] = []
  const stop = async () => {
    for (const program of programs.toReversed()) await program.stop()
    if (process.env.E2E_KEEP !== '1') rmSync(folder, { recursive: true, force: true })
  }
  try {
    const port = await freePorts(WORLD_PORTS + 2 * EXTRA_MACHINES + FLEET.length)
    const dataDir = join(folder, 'data')
    const fleetPorts = FLEET.map((_, i) => port + WORLD_PORTS + 2 * EXTRA_MACHINES + i)
    const machines = await startMachines(folder, port + WORLD_PORTS, fleetPorts, programs)
    const reached = fleetPorts.filter((_, i) => FLEET[i]!.hasAddress)
    const allowed = [port + 2, ...machines.map((machine) => machine.port), ...reached].map((it) => `127.0.0.1:${it}`)
    const env = { ...systemEnv(), ...worldEnv(port, dataDir), MACHINE_ALLOW: allowed.join(',') }
    const site = `http://127.0.0.1:${port}`
    programs.push(await startProgram(join(root, 'start.ts'), env, (line) => line.includes(site), START_LIMIT_MS))
    const { addresses } = (await (await fetch(`${site}/readyz`)).json()) as { addresses: Record<string, string> }
    project.provide('world', {
      site,
      cashier: addresses.cashier ?? '',
      chain: addresses.chain ?? '',
      dataDir,
      databaseUrl: databaseUrlOf(dataDir),
      chromium: process.env.E2E_CHROMIUM ?? '',
      evidenceDir: process.env.E2E_EVIDENCE ?? folder,
      machines,
      fleetUrl: `http://127.0.0.1:${machines.at(-1)!.infoPort}/fleet.json`,
    })
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

function worldEnv(port: number, dataDir: string): NodeJS.ProcessEnv {
  return {
    PORT: String(port),
    DATA_DIR: dataDir,
    DEV_CLOCK: '1',
    // Journeys count what is on the market.
    DEMO_MARKET: '0',
    AGENT_PACKS: '0',
    // Lets the journeys come from many addresses, as people do, and as often as machines do.
    TRUST_PROXY: '127.0.0.1',
    CALLS_PER_MINUTE: '0',
  }
}

/** Nothing of the surroundings that the world could take for a setting. */
export function systemEnv(): NodeJS.ProcessEnv {
  const names = [
    ...['PATH', 'HOME', 'USER', 'LANG', 'TMPDIR', 'TEMP', 'TMP', 'LD_LIBRARY_PATH'],
    ...['NODE_COMPILE_CACHE', 'PG_FSYNC', 'WEB_DIR'],
  ]
  return Object.fromEntries(names.map((name) => [name, process.env[name]]).filter(([, value]) => value !== undefined))
}

/** The machines of the journeys; the last of their processes has the fleet, too. */
async function startMachines(
  folder: string,
  firstPort: number,
  fleetPorts: number[],
  programs: Program[],
): Promise<MachineFacts[]> {
  const machines: MachineFacts[] = []
  for (let no = 0; no < EXTRA_MACHINES; no++) {
    const env = {
      ...systemEnv(),
      MACHINE_DATA_DIR: join(folder, `machine-${no}`),
      MACHINE_PORT: String(firstPort + 2 * no),
      MACHINE_INFO_PORT: String(firstPort + 2 * no + 1),
      MACHINE_PARENT_WATCH: '1',
      ...(no === EXTRA_MACHINES - 1 && { MACHINE_FLEET: fleetOf(fleetPorts) }),
    }
    const main = join(root, 'apps/demo-machine/src/main.ts')
    const program = await startProgram(main, env, (line) => line.startsWith('{"ready":true'))
    programs.push(program)
    machines.push(JSON.parse(program.readyLine) as MachineFacts)
  }
  return machines
}

/** The fleet as the demo machine is told of it. */
function fleetOf(ports: number[]): string {
  return JSON.stringify(
    FLEET.map(({ name, cores, ramGb, diskGb }, i) => ({ name, port: ports[i], cores, ramGb, diskGb })),
  )
}

/** The embedded database tells its address when it is ready; its log keeps the line. */
export function databaseUrlOf(dataDir: string): string {
  const lines = readFileSync(join(dataDir, 'logs/database.log'), 'utf8').split('\n')
  const line = lines.findLast((text) => text.startsWith('{"ready":true'))
  if (!line) throw new Error('the database never said where it is')
  return (JSON.parse(line) as { url: string }).url
}
