import { describe, expect, it } from 'vitest'
import { compareFacts } from './compare.ts'
import { declarationOf } from './declare.ts'
import type { MeasuredFacts } from './measure.ts'

const SYSTEMS = [
  ['1', 'Ubuntu 22.04'],
  ['3', 'Debian 12'],
  ['4', 'CentOS Stream 9'],
  ['8', 'macOS'],
  ['13', 'Other Linux'],
].map(([dictValue, labelEn]) => ({ dictValue: dictValue!, labelEn: labelEn! }))
const GPUS = ['RTX 4090', 'RTX 4080', 'A100', 'Other NVIDIA'].map((labelEn) => ({ dictValue: labelEn, labelEn }))

const MEASURED: MeasuredFacts = {
  cpuCores: 4,
  ramSize: 7.7,
  diskSize: 98.4,
  bandwidth: 41.7,
  operationSystem: 'Debian GNU/Linux 12 (bookworm)',
  osId: 'debian',
  osVersion: '12',
  cpuScore: 1200,
  diskWrite: 300,
  gpu: null,
}
const declare = (change: Partial<MeasuredFacts>) => declarationOf({ ...MEASURED, ...change }, SYSTEMS, GPUS)

describe('what may be declared of a measured machine', () => {
  it('is whole numbers, with memory as it was sold', () => {
    expect(declare({})).toEqual({
      cpuCores: 4,
      ramSize: 8,
      diskSize: 98,
      bandwidth: 41,
      operationSystem: '3',
      gpu: null,
    })
  })
  it.each([
    [0.4, 1],
    [1.9, 2],
    [3.4, 3],
    [15.5, 16],
    [30.2, 31],
    [2e9, 2e9],
  ])('takes %s GB of memory for %s', (ramSize, declared) => {
    expect(declare({ ramSize }).ramSize).toBe(declared)
  })
  it.each([
    [null, null],
    [0.3, 1],
    [3_412.8, 3_412],
    [250_000, 9_999],
  ])('takes a line of %s Mbps for %s', (bandwidth, declared) => {
    expect(declare({ bandwidth }).bandwidth).toBe(declared)
  })
  it.each([
    ['ubuntu', '22.04', '1'],
    ['ubuntu', '25.10', '13'],
    ['centos', '9', '4'],
    ['macos', '15.1', '8'],
    ['arch', '', '13'],
  ])('finds the option of %s %s', (osId, osVersion, option) => {
    expect(declare({ osId, osVersion }).operationSystem).toBe(option)
  })
  it('names no system where no option fits', () => {
    expect(
      declarationOf({ ...MEASURED, osId: 'plan9', osVersion: '' }, SYSTEMS.slice(0, 4), GPUS).operationSystem,
    ).toBeNull()
  })
  it('is what the machine check then finds to be true, whatever was measured', () => {
    for (let step = 0; step < 2_000; step++) {
      const measured = { ...MEASURED, ramSize: 1 + (step % 977) / 10, diskSize: 1 + step / 7, bandwidth: 1 + step / 3 }
      const declared = declarationOf(measured, SYSTEMS, GPUS)
      const check = { ...declared, bandwidth: declared.bandwidth!, operationSystem: 'Debian 12' }
      expect(compareFacts(check, measured)).toEqual({ state: 'verified', differing: [] })
    }
  })
})
