/** Seeded questions to the market, the same in every run: which filters people ask for, pages, single offers. */

const RAM = [1, 2, 4, 8, 16, 16, 32, 64, 128, 256]
const DISK = [50, 100, 200, 500]
const BANDWIDTH = [1, 2, 5, 10]
const DAYS = [7, 14, 30, 60, 90, 180, 360, 720]
const PRODUCT = '/api/computing/product'

export const CASES = [
  'list5',
  'list1',
  'list0',
  'deep',
  'cursor',
  'price',
  'perday',
  'perhour',
  'hours',
  'hours5',
  'pair',
  'rare',
  'count5',
  'choices5',
  'choices0',
  'choicesR',
  'detail',
  'different',
] as const
export type Case = (typeof CASES)[number]

/** A generator of numbers from 0 to 1 with a seed (mulberry32). */
function seeded(seed: number): () => number {
  let s = seed
  return () => {
    s = (s + 0x6d2b79f5) | 0
    let t = Math.imul(s ^ (s >>> 15), 1 | s)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** `count` paths of a case over a market of `offers`. */
export function questions(name: Case, offers: number, count: number): string[] {
  const random = seeded(42)
  const pick = <T>(from: readonly T[], skew = 1.5) => from[Math.floor(from.length * random() ** skew)]!
  const system = () => pick(['1', '2', '3', '4', '5', '6'])
  const five = () => ({
    cpuAndRAM: pick(RAM),
    diskSize: pick(DISK),
    bandwidth: pick(BANDWIDTH),
    operationSystem: system(),
    servePeriod: pick(DAYS, 1),
  })
  const list = (query: Record<string, unknown>) =>
    `${PRODUCT}/all?${new URLSearchParams(query as Record<string, string>)}`
  const make: Record<Case, () => string> = {
    list5: () => list({ ...five(), page: 0, size: 20 }),
    list1: () => list({ operationSystem: system(), page: 0, size: 20 }),
    list0: () => list({ page: 0, size: 20 }),
    deep: () => list({ operationSystem: pick(['1', '2', '3']), page: 100 + Math.floor(400 * random()), size: 20 }),
    cursor: () => list({ operationSystem: system(), size: 20, cursor: cursorAt(Math.ceil(offers * random())) }),
    price: () => list({ operationSystem: system(), sort: 'price-asc', page: 0, size: 20 }),
    perday: () => list({ operationSystem: system(), sort: 'per-day-asc', page: 0, size: 20 }),
    perhour: () => list({ operationSystem: system(), sort: 'per-hour-asc', page: 0, size: 20 }),
    hours: () => list({ byHour: 1, operationSystem: system(), sort: 'per-hour-asc', page: 0, size: 20 }),
    hours5: () => list({ ...five(), byHour: 1, page: 0, size: 20 }),
    pair: () => list({ cpuAndRAM: pick(['1C-1G', '2C-2G', '2C-4G', '4C-8G', '8C-16G']), page: 0, size: 20 }),
    rare: () =>
      list({ cpuAndRAM: '256', operationSystem: '6', servePeriod: pick(DAYS, 1), diskSize: 4000, page: 0, size: 20 }),
    count5: () => `${PRODUCT}/count?${new URLSearchParams(five() as unknown as Record<string, string>)}`,
    choices5: () => `${PRODUCT}/choices?${new URLSearchParams(five() as unknown as Record<string, string>)}`,
    choices0: () => `${PRODUCT}/choices?bandwidth=${Math.floor(50 * random())}`,
    choicesR: () => `${PRODUCT}/choices?perDayFrom=${(20 * random()).toFixed(2)}&coresFrom=${pick([1, 2, 4, 8])}`,
    different: () => list({ ...five(), sort: pick(['newest', 'price-asc']), page: pick([0, 1, 2, 3]), size: 20 }),
    detail: () => `${PRODUCT}/query/${1 + Math.floor(offers * random())}`,
  }
  return Array.from({ length: count }, make[name])
}

/** So many paths that all differ: five filters, two orders and four pages, drawn as people draw them. */
export function differentQuestions(offers: number, count: number): string[] {
  const found = new Set<string>()
  for (const path of questions('different', offers, count * 40)) {
    found.add(path)
    if (found.size === count) return [...found]
  }
  throw new Error(`only ${found.size} different questions`)
}

/** What people ask the list for, in turn; each filter is drawn anew. */
const MIX: Case[] = ['list5', 'list1', 'list0', 'list5', 'price', 'pair', 'list1', 'cursor']
const DIFFERENT = 30_000

/** The path of the call with this number when a market of `offers` is browsed: 30,000 different ones, then the same again. */
export function browsing(offers: number): (index: number) => string {
  const each = DIFFERENT / MIX.length
  const paths = MIX.map((name) => questions(name, offers, each))
  return (index) => paths[index % MIX.length]![Math.floor(index / MIX.length) % each]!
}

function cursorAt(seq: number): string {
  return Buffer.from(`newest.0.${seq}`).toString('base64url')
}
