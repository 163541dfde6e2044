import type { ComputeFilter } from '@trove/contract/compute/shapes'
import type { z } from 'zod'

/** What an asker wants of the market, in the words of the tables; undefined is any. */
export type MarketFilter = {
  /** Only together with ramGb. */
  cpuCores?: number
  /** At least (decision 48). */
  ramGb?: number
  os?: string
  periodDays?: number
  /** Only what is let by the hour. */
  isByHour?: true
  /** At least. */
  diskGb?: number
  /** At least. */
  bandwidthMbps?: number
  /** Ranges, both ends included; nothing the groupings know. */
  coresFrom?: number
  coresTo?: number
  ramTo?: number
  diskTo?: number
  /** Of what a day costs, in whole fen rounded down. */
  perDayFromFen?: bigint
  perDayToFen?: bigint
  gpuModel?: string
  /** At least; 1 where only another fact of the GPU is asked for. */
  gpuCount?: number
  /** At least, on each. */
  gpuVramGb?: number
  /** Text of the description, the system or the resource id. */
  keyword?: string
}

const RANGES = [
  'coresFrom',
  'coresTo',
  'ramTo',
  'diskTo',
  'perDayFromFen',
  'perDayToFen',
  'gpuModel',
  'gpuCount',
  'gpuVramGb',
  'keyword',
] as const

/** Whether a filter needs facts the groupings do not have: then offers are counted one by one. */
export function hasRange(filter: MarketFilter): boolean {
  return RANGES.some((field) => filter[field] !== undefined)
}

const PAIR = /^(\d{1,4})C?-(\d{1,11})G?$/i
const RAM_ALONE = /^(\d{1,11})G?$/i

/**
 * Reads the wire's filter. `cpuAndRAM` is `4C-8G`, `4-8` or RAM alone (decision 22): that many cores, at least that much
 * RAM (decision 48). Other text matches no offer.
 */
export function readFilter(wire: z.output<typeof ComputeFilter>): MarketFilter | 'matches-none' {
  const size = readCpuAndRam(wire.cpuAndRAM)
  if (!size) return 'matches-none'
  const ramGb = Math.max(size.ramGb ?? 0, wire.ramFrom ?? 0)
  return {
    ...size,
    ramGb: ramGb || undefined,
    os: wire.operationSystem,
    periodDays: wire.servePeriod || undefined,
    isByHour: wire.byHour === 1 || undefined,
    diskGb: wire.diskSize || undefined,
    bandwidthMbps: wire.bandwidth || undefined,
    coresFrom: wire.coresFrom || undefined,
    coresTo: wire.coresTo,
    ramTo: wire.ramTo,
    diskTo: wire.diskTo,
    perDayFromFen: wire.perDayFrom || undefined,
    perDayToFen: wire.perDayTo,
    ...gpuFilter(wire),
    keyword: wire.keyword?.trim() || undefined,
  }
}

/** Whatever is asked of GPUs, a machine has at least one: so its index is found. */
function gpuFilter(wire: z.output<typeof ComputeFilter>): Pick<MarketFilter, 'gpuModel' | 'gpuCount' | 'gpuVramGb'> {
  const gpuModel = wire.gpuModel
  const gpuVramGb = wire.gpuVram || undefined
  const isAsked = gpuModel !== undefined || gpuVramGb !== undefined
  return { gpuModel, gpuVramGb, gpuCount: wire.gpuCount || (isAsked ? 1 : undefined) }
}

function readCpuAndRam(text: string | undefined): Pick<MarketFilter, 'cpuCores' | 'ramGb'> | undefined {
  if (text === undefined) return {}
  const pair = PAIR.exec(text)
  if (pair) return { cpuCores: Number(pair[1]), ramGb: ramOf(pair[2]) }
  const alone = RAM_ALONE.exec(text)
  return alone ? { ramGb: ramOf(alone[1]) } : undefined
}

/** Every machine has one GB. */
function ramOf(digits: string | undefined): number {
  return Math.max(1, Number(digits))
}

/**
 * Lower end of the disk step of the facet table: the largest number up to `size` that is one digit and zeros, or a
 * power of two. The same as SQL's compute_disk_step.
 */
export function diskStep(size: number): number {
  const scale = 10 ** (String(size).length - 1)
  return Math.max(Math.floor(size / scale) * scale, 2 ** Math.floor(Math.log2(size)))
}

/** Lower end of the step after the one `size` lies in. */
export function nextDiskStep(size: number): number {
  const scale = 10 ** (String(size).length - 1)
  return Math.min((Math.floor(size / scale) + 1) * scale, 2 ** (Math.floor(Math.log2(size)) + 1))
}

/** The largest power of two up to `size`: RAM is counted in these steps. The same as SQL's compute_ram_steps. */
export function ramStep(size: number): number {
  return 2 ** Math.floor(Math.log2(size))
}

/** The power of two after the one `size` lies in. */
export function nextRamStep(size: number): number {
  return 2 * ramStep(size)
}

/** One short key per filter, for what is remembered per filter. */
export function filterKey(filter: MarketFilter): string {
  const { cpuCores, ramGb, os, periodDays, isByHour, diskGb, bandwidthMbps } = filter
  const key = [cpuCores, ramGb, os, periodDays, isByHour, diskGb, bandwidthMbps].join('|')
  return hasRange(filter) ? [key, ...RANGES.map((field) => filter[field])].join('|') : key
}
