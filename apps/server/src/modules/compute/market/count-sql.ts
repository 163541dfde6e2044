import { SEARCH_COUNT_MAX } from '@trove/contract/kit/search'
import { offerConditions, rangeConditions, Values } from '../facts/conditions.ts'
import { diskStep, hasRange, type MarketFilter, nextDiskStep, nextRamStep, ramStep } from '../facts/filter.ts'

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

/** Conditions on an open offer that matches, and did not as it was `before` a change; with a text each change of words counts. */
export function newConditions(filter: MarketFilter, values: Values): string {
  const touched = filter.keyword === undefined ? '' : ` and not coalesce(one.before -> 'touched' ? 'words', false)`
  const asItWas = ['one.before is not null', ...offerConditions(filter, values)].join(' and ')
  const didMatch = `exists (select from (select compute_offers as now, change.before::jsonb as before) one,
    jsonb_populate_record(one.now, one.before) was where ${asItWas}${touched})`
  return ['is_open', ...offerConditions(filter, values), `not ${didMatch}`].join(' and ')
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
