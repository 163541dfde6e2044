import { needsRecheck, searchCondition } from '../../../platform/search.ts'
import type { MarketFilter } from './filter.ts'

/** A filter of the market as conditions of SQL. */

/** Collects the values of one statement and gives each its place. */
export class Values {
  readonly list: unknown[] = []
  /** The placeholder of a value, typed where the place alone does not say it. */
  add(value: unknown, type = ''): string {
    this.list.push(value)
    return `$${this.list.length}${type && `::${type}`}`
  }
}

/** Conditions on offers, each column by the value's placeholder. */
export function offerConditions(filter: MarketFilter, values: Values): string[] {
  const found: string[] = []
  if (filter.ramGb !== undefined) found.push(`ram_gb >= ${values.add(filter.ramGb)}`)
  if (filter.cpuCores !== undefined) found.push(`cpu_cores = ${values.add(filter.cpuCores)}`)
  if (filter.os !== undefined) found.push(`os = ${values.add(filter.os)}`)
  if (filter.periodDays !== undefined) found.push(`period_days = ${values.add(filter.periodDays)}`)
  if (filter.isByHour) found.push('hour_price_fen is not null')
  if (filter.diskGb !== undefined) found.push(`disk_gb >= ${values.add(filter.diskGb)}`)
  if (filter.bandwidthMbps !== undefined) found.push(`bandwidth_mbps >= ${values.add(filter.bandwidthMbps)}`)
  return [...found, ...rangeConditions(filter, values).map(([, condition]) => condition)]
}

/**
 * Millionths of a fen a day, rounded down: two prices that differ at all in what a day costs differ here. Written as in
 * its index (0043-compute-price-per-day.sql), or the index is not found.
 */
export const PER_DAY = '(price_fen * 1000000 / period_days)'
/** The price of an hour, as in its index (0270-counts-by-the-hour.sql); offers not let by the hour come last. */
export const PER_HOUR = '(coalesce(hour_price_fen, 100000000000000))'
/** Kept by a trigger (0272-gpus-in-words.sql). */
const WORDS = { table: 'compute_offer_words', key: 'offer_seq' }
const PER_DAY_STEPS = 1_000_000n

/** Conditions of the ranges, each with a letter that names it in the shape. */
export function rangeConditions(filter: MarketFilter, values: Values): [letter: string, condition: string][] {
  const { coresFrom, coresTo, ramTo, diskTo, perDayFromFen, perDayToFen, keyword } = filter
  const { gpuModel, gpuCount, gpuVramGb } = filter
  const found: [string, string][] = []
  if (coresFrom !== undefined) found.push(['a', `cpu_cores >= ${values.add(coresFrom)}`])
  if (coresTo !== undefined) found.push(['b', `cpu_cores <= ${values.add(coresTo)}`])
  if (ramTo !== undefined) found.push(['c', `ram_gb <= ${values.add(ramTo)}`])
  if (diskTo !== undefined) found.push(['d', `disk_gb <= ${values.add(diskTo)}`])
  if (perDayFromFen !== undefined)
    found.push(['e', `${PER_DAY} >= ${values.add(perDayFromFen * PER_DAY_STEPS, 'bigint')}`])
  if (perDayToFen !== undefined)
    found.push(['f', `${PER_DAY} < ${values.add((perDayToFen + 1n) * PER_DAY_STEPS, 'bigint')}`])
  if (gpuModel !== undefined) found.push(['u', `gpu_model = ${values.add(gpuModel)}`])
  if (gpuCount !== undefined) found.push(['v', `gpu_count >= ${values.add(gpuCount)}`])
  if (gpuVramGb !== undefined) found.push(['w', `gpu_vram_gb >= ${values.add(gpuVramGb)}`])
  if (keyword !== undefined) {
    const condition = searchCondition('seq', WORDS, values.add(keyword, 'text'), keyword)
    found.push([needsRecheck(keyword) ? 'g' : 'h', condition])
  }
  return found
}
