import { SEARCH_COUNT_MAX } from '@trove/contract/kit/search'
import { needsRecheck, searchCondition } from '../../../platform/search.ts'
import { diskStep, hasRange, type MarketFilter, nextDiskStep, nextRamStep, ramStep } from './filter.ts'

/** Collects the values of one statement and gives each its place. */
export class Values {
  readonly list: unknown[] = []
  /** The placeholder of a value, typed where the place alone does not say it. */
  add(value: unknown, type = ''): string {
    this.list.push(value)
    return `$${this.list.length}${type && `::${type}`}`
  }
}

/** Which parts of a filter are given: statements are prepared once per shape. */
export function filterShape(filter: MarketFilter): string {
  const { cpuCores, ramGb, os, periodDays, isByHour, diskGb, bandwidthMbps } = filter
  const facts = [cpuCores, ramGb, os, periodDays, isByHour, diskGb, bandwidthMbps]
  const given = facts.map((v) => (v === undefined ? '0' : '1'))
  const isDiskCut = diskFrom(diskGb) !== diskGb
  const isRamCut = ramFrom(ramGb) !== ramGb
  const ranges = hasRange(filter)
    ? `r${rangeConditions(filter, new Values())
        .map(([name]) => name)
        .join('')}`
    : ''
  return given.join('') + (isDiskCut ? 'c' : '') + (isRamCut ? 'm' : '') + ranges
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

/** Conditions on an open offer that matches, and did not as it was `before` a change; with a text each change of words counts. */
export function newConditions(filter: MarketFilter, values: Values): string {
  const touched = filter.keyword === undefined ? '' : ` and not coalesce(one.before -> 'touched' ? 'words', false)`
  const asItWas = ['one.before is not null', ...offerConditions(filter, values)].join(' and ')
  const didMatch = `exists (select from (select compute_offers as now, change.before::jsonb as before) one,
    jsonb_populate_record(one.now, one.before) was where ${asItWas}${touched})`
  return ['is_open', ...offerConditions(filter, values), `not ${didMatch}`].join(' and ')
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
function rangeConditions(filter: MarketFilter, values: Values): [letter: string, condition: string][] {
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

/** From which whole step on the groupings tell: the wanted size itself, or the step after the one it cuts through. */
function diskFrom(wanted: number | undefined): number | undefined {
  return wanted === undefined || diskStep(wanted) === wanted ? wanted : nextDiskStep(wanted)
}

function ramFrom(wanted: number | undefined): number | undefined {
  return wanted === undefined || ramStep(wanted) === wanted ? wanted : nextRamStep(wanted)
}

/** Whether the groupings alone tell how many match: nothing has to be counted one by one. */
export function isGrouped(filter: MarketFilter): boolean {
  const { ramGb, diskGb } = filter
  return !hasRange(filter) && ramFrom(ramGb) === ramGb && diskFrom(diskGb) === diskGb
}

/** As `countExpression`; what the groupings do not tell is counted up to so many. */
export function cappedCount(filter: MarketFilter, values: Values, most: number): string {
  if (isGrouped(filter)) return `least(${most}, ${countExpression(filter, values)})`
  const conditions = ['is_open', ...offerConditions(filter, values)].join(' and ')
  return `(select count(*)::int from (select from compute_offers where ${conditions} limit ${most}) found)`
}

/**
 * An expression for how many open offers match: the groupings, plus what changed since they were folded, plus, when the
 * wanted size of disk or RAM cuts through a step, the offers of that step counted one by one. One statement sees one
 * moment, so the sum is exact. With a range all open offers that match are counted: the groupings know none; with a text
 * up to SEARCH_COUNT_MAX of them.
 */
export function countExpression(filter: MarketFilter, values: Values): string {
  if (hasRange(filter)) {
    const conditions = ['is_open', ...offerConditions(filter, values)].join(' and ')
    if (filter.keyword === undefined) return `(select count(*)::int from compute_offers where ${conditions})`
    return `(select count(*)::int from (select from compute_offers where ${conditions} limit ${SEARCH_COUNT_MAX}) found)`
  }
  const { bandwidthMbps } = filter
  const wholeFrom = diskFrom(filter.diskGb)
  const groups = [
    `ram_gb = ${values.add(ramFrom(filter.ramGb) ?? -1)}`,
    `cpu_cores = ${values.add(filter.cpuCores ?? -1)}`,
    `os = ${values.add(filter.os ?? '')}`,
    `period_days = ${values.add(filter.periodDays ?? -1)}`,
    `only_by_hour = ${filter.isByHour === true}`,
    ...(wholeFrom === undefined && bandwidthMbps === undefined
      ? ['disk_step = -1', 'bandwidth_mbps = -1']
      : [`disk_step >= ${values.add(wholeFrom ?? 0)}`, `bandwidth_mbps >= ${values.add(bandwidthMbps ?? 0)}`]),
  ]
  const parts = [
    `coalesce((select sum(offers) from compute_facets where ${groups.join(' and ')}), 0)`,
    `coalesce((select sum(offers) from compute_facet_changes${where(offerConditions(filter, values))}), 0)`,
    ...cutSteps(filter, values),
  ]
  return `(${parts.join(' + ')})::int`
}

/**
 * What the groupings leave out, in two parts that share no offer: those in the cut step of RAM, and of the rest those in
 * the cut step of the disk.
 */
function cutSteps(filter: MarketFilter, values: Values): string[] {
  const { ramGb, diskGb, ...others } = filter
  const [wholeRam, wholeDisk] = [ramFrom(ramGb), diskFrom(diskGb)]
  const parts: string[] = []
  if (wholeRam !== ramGb)
    parts.push(countOneByOne([...offerConditions(filter, values), `ram_gb < ${values.add(wholeRam)}`]))
  if (wholeDisk !== diskGb) {
    const rest = offerConditions({ ...others, ramGb: wholeRam, diskGb }, values)
    parts.push(countOneByOne([...rest, `disk_gb < ${values.add(wholeDisk)}`]))
  }
  return parts
}

/** The changes are in the sum already by their exact sizes: those of offers read here are taken out again. */
function countOneByOne(conditions: string[]): string {
  const both = conditions.join(' and ')
  return `(select count(*) from compute_offers where is_open and ${both}) - coalesce((select sum(offers) from compute_facet_changes where ${both}), 0)`
}

function where(conditions: string[]): string {
  return conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''
}
