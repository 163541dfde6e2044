/** Values of the filter as they stand in the address: what is searched for, the specification's five, and the ranges. */
export const FILTER_FIELDS = [
  'keyword',
  'operationSystem',
  'servePeriod',
  'cpuAndRAM',
  'diskSize',
  'bandwidth',
  'perDayFrom',
  'perDayTo',
  'coresFrom',
  'coresTo',
  'ramFrom',
  'ramTo',
  'diskTo',
] as const
export type FilterField = (typeof FILTER_FIELDS)[number]
