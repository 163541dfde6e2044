/** Values of the filter as they stand in the address: what is searched for, the specification's five, the ranges, and GPUs. */
export const FILTER_FIELDS = [
  'keyword',
  'operationSystem',
  'servePeriod',
  'byHour',
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
  'gpuModel',
  'gpuCount',
  'gpuVram',
] as const
export type FilterField = (typeof FILTER_FIELDS)[number]
