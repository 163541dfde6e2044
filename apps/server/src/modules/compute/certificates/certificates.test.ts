import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCertificate } from '@trove/contract/compute/certificates'
import { listChecks } from '@trove/contract/compute/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ComputeLab, openOwnComputeLab } from '../../../../test/labs/compute-lab.ts'
import { createFakeMachines } from '../../../../test/stand-ins/fake-machine.ts'

/** Certificates of machines: figures that can be counted again, under a signature anybody verifies offline. */

const SCRIPT = join(import.meta.dirname, '../../../../../../docs/verify-certificate.mjs')
const HOUR = 3_600_000

let lab: ComputeLab
let folder: string
const machines = createFakeMachines()

beforeAll(async () => {
  lab = await openOwnComputeLab(machines, [])
  folder = await mkdtemp(join(tmpdir(), 'trove-certificate-'))
})
afterAll(async () => {
  await lab.close()
  await rm(folder, { recursive: true, force: true })
})

const certificateOf = (id: string) => lab.call(getCertificate, { params: { id } })

/** What `/.well-known/trove-certificate-keys.json` answers. */
async function keysOf(): Promise<string> {
  const served = lab.compute.routes.find(({ route }) => route.id === 'compute.certificate-keys')
  const said: unknown[] = []
  const reply = { type: () => reply, header: () => reply, send: (answer: unknown) => said.push(answer) }
  await served!.handler({} as never, { reply } as never)
  return JSON.stringify(said[0])
}

/** Runs the script of the docs, as a person would who has no connection. */
async function verify(text: string) {
  await writeFile(join(folder, 'keys.json'), await keysOf())
  await writeFile(join(folder, 'certificate.json'), text)
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, 'certificate.json', 'keys.json'], { cwd: folder })
  return { status, said: stdout.toString() }
}

/** A machine on the market whose check measured so much. */
async function measured(serverPort: number, facts: object, change = {}): Promise<string> {
  const id = await lab.publish(`seller${serverPort}`, { serverPort, ...change })
  Object.assign(machines.at('8.8.8.8', serverPort).facts, facts)
  await lab.settle()
  return id
}

describe('the certificate of a machine', () => {
  it('states what was declared beside what was measured, and its counts equal those of the single checks', async () => {
    const id = await measured(51, { cpuScore: 1500 }, { price: '30.00' })
    const machine = machines.at('8.8.8.8', 51)
    await lab.advance(25 * HOUR)
    machine.failure = 'no-connection'
    await lab.settle()
    await lab.advance(25 * HOUR)
    machine.failure = undefined
    await lab.settle()
    const { certificate, fileName } = await certificateOf(id)
    const runs = await lab.call(listChecks, { params: { id } }, 'seller51')
    const reached = runs.filter(({ result }) => result.state !== 'unreachable').length
    expect([runs.length, reached]).toEqual([3, 2])
    expect(certificate.windows.at(-1)).toEqual({ days: 30, checks: 3, reached: 2 })
    expect(certificate).toMatchObject({
      declared: { cpuCores: 4, ramSize: 8, diskSize: 100, bandwidth: 40 },
      check: { state: 'verified', measured: { cpuCores: 4, ramSize: 7.8, diskSize: 98, cpuScore: 1500 } },
      price: '30.00',
      servePeriod: 30,
      // 30 yuan for 30 days: 1500 points for one yuan a day.
      pointsPerYuan: 1500,
      rank: null,
    })
    expect(fileName).toBe(`trove-machine-${certificate.resourceId}.json`)
  })

  it('is verified offline by the script of the docs; what was changed, or signed by another, is not', async () => {
    const id = await measured(52, {})
    const { text, certificate } = await certificateOf(id)
    const good = await verify(text)
    expect(good.status).toBe(0)
    expect(JSON.parse(good.said)).toEqual(certificate)
    const file = JSON.parse(text)
    const better = good.said.trim().replace('"cpuScore":1200', '"cpuScore":9900')
    expect(better).not.toBe(good.said.trim())
    const forged = JSON.stringify({ ...file, payload: Buffer.from(better).toString('base64url') })
    expect((await verify(forged)).status).toBe(1)
    expect((await verify(JSON.stringify({ ...file, key: 'none' }))).status).toBe(1)
    await sql`update compute_certificate_keys set withdrawn_at = business_now()`.execute(lab.db)
    expect((await verify(text)).status).toBe(1)
  })

  it('compares with machines of as many cores that passed a check, once there are five of them', async () => {
    const scores = [800, 900, 1000, 1100, 1300]
    const like = { cpuCores: 16 }
    for (const [i, cpuScore] of scores.entries()) await measured(60 + i, { ...like, cpuScore }, like)
    // Neither another size, nor one that is not what it says, nor one that was taken off counts.
    await measured(70, { cpuCores: 32, cpuScore: 1 }, { cpuCores: 32 })
    await measured(71, { cpuCores: 2, cpuScore: 1 }, like)
    const own = await measured(72, { ...like, cpuScore: 1200, bandwidth: null }, like)
    const { certificate } = await certificateOf(own)
    expect(certificate.rank).toEqual({
      coresFrom: 16,
      coresTo: 32,
      figures: [
        { figure: 'cpuScore', machines: 5, better: 4 },
        { figure: 'diskWrite', machines: 5, better: 0 },
      ],
    })
  })

  it('opens without signing in, says nothing of the machine’s address or login', async () => {
    const id = await measured(80, {})
    const { text, certificate } = await certificateOf(id)
    const stated = JSON.stringify(certificate) + Buffer.from(JSON.parse(text).payload, 'base64url').toString()
    for (const secret of ['8.8.8.8', 'root', 'seller', 'osId', 'host']) expect(stated).not.toContain(secret)
    await expect(certificateOf('A'.repeat(22))).rejects.toMatchObject({ code: 'compute.not-found' })
  })
})
