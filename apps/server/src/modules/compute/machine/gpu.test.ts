import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { isGpuAsDeclared, isSameGpu } from './compare-gpu.ts'
import { declarationOf } from './declare.ts'
import { type MeasuredFacts, measureScript, parseMeasure } from './measure.ts'
import { parseGpu } from './measure-gpu.ts'

/** GPUs of a machine: what its driver prints, and whatever else a machine may print in its place. */

const folder = mkdtempSync(join(tmpdir(), 'trove-gpu-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const GOOD = '2 NVIDIA GeForce RTX 4090, 24564, 550.54.14'
const RTX = {
  model: 'GeForce RTX 4090',
  count: 2,
  vramSize: 24,
  driver: '550.54.14',
  cuda: '12.4',
  tflops: null,
  memoryBandwidth: null,
}
const parse = (facts: Record<string, string>) => parseGpu(new Map(Object.entries(facts)))

describe('reading what the driver reports', () => {
  it('takes a report as it is written', () => {
    expect(parse({ gpus: GOOD, cuda: '12.4' })).toEqual(RTX)
    expect(parse({ gpus: GOOD, cuda: '12.4', gpu_gflops: '82345', gpu_copy_mb: '912300' })).toEqual({
      ...RTX,
      tflops: 82.3,
      memoryBandwidth: 912.3,
    })
    expect(parse({ gpus: '1 Tesla T4, 15360, 535.161.08' })).toMatchObject({
      model: 'Tesla T4',
      vramSize: 15,
      cuda: null,
    })
    expect(parse({ gpus: '8 NVIDIA A100-SXM4-80GB, 81920, 470.57' })).toMatchObject({ count: 8, vramSize: 80 })
  })

  it.each([
    '',
    'NVIDIA-SMI has failed because it could not communicate with the NVIDIA driver.',
    'No devices were found',
    '0 NVIDIA GeForce RTX 4090, 24564, 550.54.14',
    '65 NVIDIA GeForce RTX 4090, 24564, 550.54.14',
    '2 NVIDIA GeForce RTX 4090, 0, 550.54.14',
    '2 NVIDIA GeForce RTX 4090, 99999999, 550.54.14',
    '2 NVIDIA GeForce RTX 4090, 24564 MiB, 550.54.14',
    '2 NVIDIA GeForce RTX 4090, [N/A], 550.54.14',
    '2 NVIDIA GeForce RTX 4090, -1, 550.54.14',
    '2 NVIDIA GeForce RTX 4090, 24564, none',
    '2 NVIDIA GeForce RTX 4090, 24564, 550.54.14, 1',
    '2 <img src=x onerror=alert(1)>, 24564, 550.54.14',
    `2 ${'A'.repeat(61)}, 24564, 550.54.14`,
    '2 显卡, 24564, 550.54.14',
    `2 RTX\u0000 4090, 24564, 550.54.14`,
  ])('knows of no GPU where the machine prints %j', (gpus) => {
    expect(parse({ gpus, cuda: '12.4' })).toBeNull()
  })

  it('leaves out a single figure that makes no sense', () => {
    for (const odd of ['-1', '1e9', '9999999999', 'NaN', '12.4; rm', ''])
      expect(parse({ gpus: GOOD, cuda: odd, gpu_gflops: odd, gpu_copy_mb: odd })).toEqual({ ...RTX, cuda: null })
    // More than any GPU does.
    expect(parse({ gpus: GOOD, cuda: '12.4', gpu_gflops: '1000001' })).toEqual(RTX)
  })
})

/** Runs the script of the check on this computer, with programs of the machine's own before the system's. */
function measureWith(programs: Record<string, string>) {
  const bin = mkdtempSync(join(folder, 'bin-'))
  const quick = { gzip: 'cat > /dev/null', dd: 'cat > /dev/null', nproc: 'echo 1' }
  for (const [name, body] of Object.entries({ ...quick, ...programs })) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${body}\n`)
    chmodSync(join(bin, name), 0o700)
  }
  const env = { PATH: `${bin}:/usr/bin:/bin`, HOME: bin }
  return parseMeasure(spawnSync('sh', ['-s'], { input: measureScript, env, encoding: 'utf8' }).stdout)
}
const SMI = `case "$1" in
  --query-gpu=*) printf 'NVIDIA GeForce GTX 1080, 8192, 550.54.14\\n'
    i=0; while [ $i -lt 8 ]; do echo 'NVIDIA GeForce RTX 4090, 24564, 550.54.14'; i=$((i + 1)); done ;;
  *) echo '| NVIDIA-SMI 550.54.14    Driver Version: 550.54.14    CUDA Version: 12.4     |' ;;
esac`

describe('the script of the check', () => {
  it('counts the GPUs a machine has most of, and measures one where something is there to do it', () => {
    const python = `printf 'gpu_gflops=82345\\ngpu_copy_mb=912300\\n'`
    expect(measureWith({ 'nvidia-smi': SMI, python3: python })?.gpu).toEqual({
      ...RTX,
      count: 8,
      tflops: 82.3,
      memoryBandwidth: 912.3,
    })
    const failing = measureWith({ 'nvidia-smi': SMI, python3: 'echo "No module named torch" >&2; exit 1' })
    expect(failing?.gpu).toEqual({ ...RTX, count: 8 })
  })

  it('goes on without a GPU where the program prints without end, waits for input, or says what it likes', () => {
    for (const body of ['yes "NVIDIA GeForce RTX 4090, 24564, 550.54.14"', 'cat; echo cores=99', 'exit 9']) {
      const measured = measureWith({ 'nvidia-smi': body, python3: 'exit 1' })
      expect(measured).toMatchObject({ cpuCores: 1, gpu: null })
    }
  })
})

describe('a declared GPU', () => {
  const declared = { model: 'RTX 4090', count: 2, vramSize: 24 }
  it.each([
    ['as declared', {}, true],
    ['more of them', { count: 4 }, true],
    ['a little less memory', { vramSize: 21.6 }, true],
    ['one less', { count: 1 }, false],
    ['less memory', { vramSize: 21.5 }, false],
    ['another model', { model: 'GeForce RTX 4080' }, false],
    ['a slower variant', { model: 'GeForce RTX 4090 D' }, false],
    ['that of a laptop', { model: 'GeForce RTX 4090 Laptop GPU' }, false],
  ])('is compared: %s', (_, change, isTrue) => {
    expect(isGpuAsDeclared(declared, { ...RTX, ...change })).toBe(isTrue)
  })
  it('that was not found is not there', () => {
    expect(isGpuAsDeclared(declared, null)).toBe(false)
  })
  it.each([
    ['A100', 'A100-SXM4-80GB', true],
    ['A10', 'A100-SXM4-80GB', false],
    ['V100', 'Tesla V100-SXM2-32GB', true],
    ['RTX 4080 SUPER', 'GeForce RTX 4080 SUPER', true],
    ['RTX 4080', 'GeForce RTX 4080 SUPER', false],
    ['RTX 4080 SUPER', 'GeForce RTX 4080', false],
    ['RTX 6000 Ada', 'RTX 6000 Ada Generation', true],
    ['Other NVIDIA', 'GeForce GT 710', true],
  ])('%s names %s: %s', (option, model, isSame) => {
    expect(isSameGpu(option, model)).toBe(isSame)
  })
  it('is filled in from what was found, and the check then finds it to be true', () => {
    const options = ['Other NVIDIA', 'RTX 4090', 'RTX 4080'].map((labelEn) => ({ dictValue: labelEn, labelEn }))
    const rest = {
      cpuCores: 1,
      ramSize: 1,
      diskSize: 1,
      bandwidth: null,
      operationSystem: 'x',
      osId: 'x',
      osVersion: '',
    }
    for (const gpu of [RTX, { ...RTX, vramSize: 79.6 }, { ...RTX, model: 'GeForce GT 710', vramSize: 0.9 }]) {
      const measured: MeasuredFacts = { ...rest, cpuScore: 1, diskWrite: 1, gpu }
      const found = declarationOf(measured, [], options).gpu!
      expect(isGpuAsDeclared(found, gpu), JSON.stringify(gpu)).toBe(true)
      expect(found.model).toBe(gpu.model.includes('4090') ? 'RTX 4090' : 'Other NVIDIA')
    }
    expect(declarationOf({ ...rest, cpuScore: 1, diskWrite: 1, gpu: null }, [], options).gpu).toBeNull()
  })
})
