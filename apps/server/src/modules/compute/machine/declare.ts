import {
  BANDWIDTH_PUBLISH_MAX,
  CPU_CORES_MAX,
  GPU_COUNT_MAX,
  GPU_VRAM_MAX,
  SIZE_MAX,
} from '@trove/contract/compute/shapes'
import { isSameSystem, toleratedShortfall } from './compare.ts'
import { isRestOfGpus, isSameGpu } from './compare-gpu.ts'
import type { MeasuredFacts } from './measure.ts'

type Option = { dictValue: string; labelEn: string }

/** What a seller may declare of a measured machine. */
export type Declaration = {
  cpuCores: number
  ramSize: number
  diskSize: number
  bandwidth: number | null
  operationSystem: string | null
  gpu: { model: string; count: number; vramSize: number } | null
}

/**
 * Whole numbers of GB and Mbps that the machine check will find to be true. RAM is the size it was sold as: kernels keep a
 * part, so 7.7 GB is declared as 8. Nothing is declared as less than 1, the least the form takes.
 */
export function declarationOf(
  measured: MeasuredFacts,
  systems: readonly Option[],
  gpus: readonly Option[],
): Declaration {
  return {
    cpuCores: within(measured.cpuCores, CPU_CORES_MAX),
    ramSize: within(asSold(measured.ramSize), SIZE_MAX),
    diskSize: within(measured.diskSize, SIZE_MAX),
    bandwidth: measured.bandwidth === null ? null : within(measured.bandwidth, BANDWIDTH_PUBLISH_MAX),
    operationSystem: findSystem(measured, systems),
    gpu: gpuOf(measured.gpu, gpus),
  }
}

/** Memory is sold in whole GB, of which a part is kept back. */
function asSold(size: number): number {
  const whole = Math.ceil(size)
  return size >= whole * (1 - toleratedShortfall.ramSize) ? whole : size
}

/** The option that names most of the model; null where none fits. */
function gpuOf(gpu: MeasuredFacts['gpu'], options: readonly Option[]): Declaration['gpu'] {
  if (!gpu) return null
  const fitting = options.filter(({ labelEn }) => isSameGpu(labelEn, gpu.model))
  const best = fitting.find(({ labelEn }) => !isRestOfGpus(labelEn)) ?? fitting[0]
  if (!best) return null
  const vramSize = within(asSold(gpu.vramSize), GPU_VRAM_MAX)
  return { model: best.dictValue, count: within(gpu.count, GPU_COUNT_MAX), vramSize }
}

function within(value: number, most: number): number {
  return Math.min(Math.max(Math.floor(value), 1), most)
}

/** The option that says most about the system: with its version before without, any Linux last; null where none fits. */
function findSystem(measured: MeasuredFacts, systems: readonly Option[]): string | null {
  const isExact = (label: string) => /\d/.test(label)
  const fitting = systems
    .map(({ dictValue, labelEn }) => ({
      dictValue,
      label: labelEn.replace(/^Other /, ''),
      isRest: /^Other /.test(labelEn),
    }))
    .filter(({ label }) => isSameSystem(label, measured))
  const best = fitting.find(({ label }) => isExact(label)) ?? fitting.find(({ isRest }) => !isRest) ?? fitting[0]
  return best?.dictValue ?? null
}
