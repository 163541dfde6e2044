import { diskStep, type MarketFilter, nextDiskStep } from './filter.ts'

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
export function filterShape({ cpuCores, ramGb, os, periodDays, diskGb, bandwidthMbps }: MarketFilter): string {
  const isCut = diskGb !== undefined && diskStep(diskGb) !== diskGb
  const given = [cpuCores, ramGb, os, periodDays, diskGb, bandwidthMbps].map((v) => (v === undefined ? '0' : '1'))
  return given.join('') + (isCut ? 'c' : '')
}

/** Conditions on offers, each column by the value's placeholder. */
export function offerConditions(filter: MarketFilter, values: Values): string[] {
  const found: string[] = []
  if (filter.ramGb !== undefined) found.push(`ram_gb = ${values.add(filter.ramGb)}`)
  if (filter.cpuCores !== undefined) found.push(`cpu_cores = ${values.add(filter.cpuCores)}`)
  if (filter.os !== undefined) found.push(`os = ${values.add(filter.os)}`)
  if (filter.periodDays !== undefined) found.push(`period_days = ${values.add(filter.periodDays)}`)
  if (filter.diskGb !== undefined) found.push(`disk_gb >= ${values.add(filter.diskGb)}`)
  if (filter.bandwidthMbps !== undefined) found.push(`bandwidth_mbps >= ${values.add(filter.bandwidthMbps)}`)
  return found
}

/**
 * An expression for how many open offers match: the groupings, plus what changed since they were folded, plus, when the
 * wanted disk size cuts through a step, the offers of that step counted one by one. One statement sees one moment, so
 * the sum is exact.
 */
export function countExpression(filter: MarketFilter, values: Values): string {
  const { diskGb, bandwidthMbps } = filter
  const isCut = diskGb !== undefined && diskStep(diskGb) !== diskGb
  const wholeFrom = diskGb === undefined ? undefined : isCut ? nextDiskStep(diskGb) : diskGb
  const groups = [
    `ram_gb = ${values.add(filter.ramGb ?? -1)}`,
    `cpu_cores = ${values.add(filter.cpuCores ?? -1)}`,
    `os = ${values.add(filter.os ?? '')}`,
    `period_days = ${values.add(filter.periodDays ?? -1)}`,
    ...(wholeFrom === undefined && bandwidthMbps === undefined
      ? ['disk_step = -1', 'bandwidth_mbps = -1']
      : [`disk_step >= ${values.add(wholeFrom ?? 0)}`, `bandwidth_mbps >= ${values.add(bandwidthMbps ?? 0)}`]),
  ]
  const parts = [
    `coalesce((select sum(offers) from compute_facets where ${groups.join(' and ')}), 0)`,
    `coalesce((select sum(offers) from compute_facet_changes${where(offerConditions(filter, values))}), 0)`,
  ]
  // The changes above are told by the exact size, the groupings by whole steps: what lies in the cut step is read from
  // the offers, so its changes are taken out again.
  if (isCut) parts.push(cutStep(filter, diskGb, nextDiskStep(diskGb), values))
  return `(${parts.join(' + ')})::int`
}

function cutStep(filter: MarketFilter, from: number, below: number, values: Values): string {
  const { diskGb: _, ...others } = filter
  const conditions = [
    ...offerConditions(others, values),
    `disk_gb >= ${values.add(from)}`,
    `disk_gb < ${values.add(below)}`,
  ]
  const both = conditions.join(' and ')
  return `(select count(*) from compute_offers where is_open and ${both}) - coalesce((select sum(offers) from compute_facet_changes where ${both}), 0)`
}

function where(conditions: string[]): string {
  return conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''
}
