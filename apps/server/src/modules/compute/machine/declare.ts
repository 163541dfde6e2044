import { BANDWIDTH_PUBLISH_MAX, CPU_CORES_MAX, SIZE_MAX } from '@trove/contract/compute/shapes'
import { isSameSystem, toleratedShortfall } from './compare.ts'
import type { MeasuredFacts } from './measure.ts'

/** What a seller may declare of a measured machine. */
export type Declaration = {
  cpuCores: number
  ramSize: number
  diskSize: number
  bandwidth: number | null
  operationSystem: string | null
}

/**
 * Whole numbers of GB and Mbps that the machine check will find to be true. RAM is the size it was sold as: kernels keep a
 * part, so 7.7 GB is declared as 8. Nothing is declared as less than 1, the least the form takes.
 */
export function declarationOf(
  measured: MeasuredFacts,
  systems: readonly { dictValue: string; labelEn: string }[],
): Declaration {
  const asSold = Math.ceil(measured.ramSize)
  const isAsSold = measured.ramSize >= asSold * (1 - toleratedShortfall.ramSize)
  return {
    cpuCores: within(measured.cpuCores, CPU_CORES_MAX),
    ramSize: within(isAsSold ? asSold : measured.ramSize, SIZE_MAX),
    diskSize: within(measured.diskSize, SIZE_MAX),
    bandwidth: measured.bandwidth === null ? null : within(measured.bandwidth, BANDWIDTH_PUBLISH_MAX),
    operationSystem: findSystem(measured, systems),
  }
}

function within(value: number, most: number): number {
  return Math.min(Math.max(Math.floor(value), 1), most)
}

/** The option that says most about the system: with its version before without, any Linux last; null where none fits. */
function findSystem(
  measured: MeasuredFacts,
  systems: readonly { dictValue: string; labelEn: string }[],
): string | null {
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
