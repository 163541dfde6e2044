import { z } from 'zod'
import { SEARCH_CHARS } from '../kit/search.ts'
import {
  Id,
  Moment,
  PersonCard,
  personText,
  queryInt,
  queryText,
  queryYuan,
  YuanInput,
  YuanText,
} from '../kit/shapes.ts'
import { allowsSale, VERIFICATION_STATES } from './machine-check.ts'

/** Shapes of the compute market: offers, filters, the machine check. Constants of b-markets 5 and 9. */

export const PORT_MAX = 65_535
export const CPU_CORES_MAX = 9_999
/** Publish accepts four digits (decision 4); the filter caps at 50 and means "at least". */
export const BANDWIDTH_PUBLISH_MAX = 9_999
export const BANDWIDTH_FILTER_MAX = 50
/** RAM and disk: at most 11 digits. */
export const SIZE_MAX = 99_999_999_999
export const COMPUTE_PAGE_SIZE = 20
/** Milliseconds after a filter change until the count is asked again. */
export const FILTER_COUNT_DELAY_MS = 500
export const DESCRIPTION_MAX = 500
const PERIOD_DAYS_MAX = 3600
export const GPU_COUNT_MAX = 64
/** GB of one GPU. */
export const GPU_VRAM_MAX = 9_999

/** The pattern of the whole numbers from 1 to `max`, for the document. */
function upTo(max: number): string {
  const digits = String(max)
  const parts = digits.length > 1 ? [`[1-9]\\d{0,${digits.length - 2}}`] : []
  for (const [i, digit] of [...digits].entries()) {
    const least = i === 0 ? 1 : 0
    const rest = digits.length - i - 1
    if (Number(digit) > least) parts.push(`${digits.slice(0, i)}[${least}-${Number(digit) - 1}]\\d{${rest}}`)
  }
  return `^(${[...parts, digits].join('|')})$`
}

/** A whole number from 1, or its digits as forms send them; nothing else that JavaScript would take for a number. */
function count(max: number) {
  const whole = z.number().int().min(1).max(max)
  const digits = z
    .string()
    .trim()
    .regex(/^(0|[1-9]\d{0,11})$/)
    .meta({ pattern: upTo(max) })
  return z.union([whole, digits.transform(Number).pipe(whole)])
}

/** Dotted decimal, four parts of 0 to 255, no leading zeros; whether the range may be used is the server's decision. */
export const Ipv4 = z
  .string()
  .trim()
  .regex(/^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/)

/** What a lease may cost, read into fen. */
export const LeasePrice = YuanInput.refine((fen) => fen >= 1n && fen <= 100_000_000_00n, {
  params: { error: 'amount' },
})

/** The GPUs of a machine, all of one model. */
const DeclaredGpu = z.strictObject({
  /** dictValue of group GPU. */
  model: z.string().min(1).max(40),
  count: count(GPU_COUNT_MAX),
  /** GB of each. */
  vramSize: count(GPU_VRAM_MAX),
})

/** What a seller publishes (names of the specification). Price is read into fen. */
export const ComputeOffer = z.strictObject({
  serverIPv4: Ipv4,
  serverPort: count(PORT_MAX),
  cpuCores: count(CPU_CORES_MAX),
  ramSize: count(SIZE_MAX),
  bandwidth: count(BANDWIDTH_PUBLISH_MAX),
  diskSize: count(SIZE_MAX),
  /** dictValue of group OS. */
  operationSystem: z.string().min(1).max(40),
  description: personText(0, DESCRIPTION_MAX).optional(),
  /** Days: dictValue of group servePeriod. */
  servePeriod: count(PERIOD_DAYS_MAX),
  defaultUsername: z
    .string()
    .trim()
    .regex(/^[a-z_][a-z0-9_.-]{0,31}\$?$/i),
  defaultPassword: z.string().min(1).max(128),
  price: LeasePrice,
  /** What an hour costs; null where it is not let by the hour. A change that leaves it out leaves it as it is. */
  hourPrice: LeasePrice.nullable().optional(),
  /** Null for a machine without GPU; a change that leaves it out leaves it as it is. */
  gpu: DeclaredGpu.nullable().optional(),
})

/** Changes to an offer; a new address or login starts a new machine check. */
export const ComputeOfferChange = ComputeOffer.partial()

export { allowsSale, VERIFICATION_STATES }
export const MEASURED_FACTS = ['cpuCores', 'ramSize', 'diskSize', 'bandwidth', 'operationSystem', 'gpu'] as const

/** GPUs as the machine's driver reports them; of several models the one it has most of. */
const MeasuredGpu = z.object({
  model: z.string(),
  count: z.number().int(),
  /** GB of each, one decimal. */
  vramSize: z.number(),
  driver: z.string(),
  /** The newest CUDA its driver runs, or null when it does not say. */
  cuda: z.string().nullable(),
  /** Of one GPU with numbers of 32 bits; null where the machine has nothing to measure it with. */
  tflops: z.number().nullable(),
  /** GB per second within the memory of one GPU, or null as before. */
  memoryBandwidth: z.number().nullable(),
})

/** What the machine check found, as the card shows it. */
export const ComputeVerification = z.object({
  state: z.enum(VERIFICATION_STATES),
  /** When the check ended that says so: of a verified machine, when it last passed. Null until the first one ended. */
  checkedAt: Moment.nullable(),
  /** Declared facts the machine falls short of. */
  differing: z.array(z.enum(MEASURED_FACTS)),
  measured: z
    .object({
      cpuCores: z.number().int(),
      /** GB, one decimal. */
      ramSize: z.number(),
      diskSize: z.number(),
      /** Mbps to the checker, or null when it could not be measured. */
      bandwidth: z.number().nullable(),
      operationSystem: z.string(),
      /** Points of the short CPU measure (all cores); higher is faster. */
      cpuScore: z.number().int(),
      /** MB per second. */
      diskWrite: z.number().int(),
      /** Null where no GPU was found. */
      gpu: MeasuredGpu.nullable(),
    })
    .nullable(),
})

/** GPUs as they were declared, or null for a machine without. */
export const OfferedGpu = z
  .object({ model: z.string(), count: z.number().int(), vramSize: z.number().int() })
  .nullable()

/** A card of the market. */
export const ComputeProduct = z.object({
  /** Of addresses only; people see and quote `authId` (decision 46). */
  id: Id,
  /** Resource id a person can quote: the same on the card, its page, checkout, orders and notices. */
  authId: z.string(),
  uploaderHeadImgUrl: z.string().nullable(),
  uploaderNickName: z.string(),
  isDemo: z.boolean(),
  servePeriod: z.number().int(),
  cpuCores: z.number().int(),
  ramSize: z.number().int(),
  diskSize: z.number().int(),
  bandwidth: z.number().int(),
  operationSystem: z.string(),
  gpu: OfferedGpu,
  description: z.string().nullable(),
  price: YuanText,
  /** What an hour costs; null where it is not let by the hour. */
  hourPrice: YuanText.nullable(),
  verification: ComputeVerification,
  cstCreate: Moment,
})

/** One offer with what the reader may do. */
export const ComputeProductDetail = ComputeProduct.extend({
  uploader: PersonCard,
  /** Trove's fee within the price, shown before paying (decision 50: nothing for now). */
  feeAmount: YuanText,
  isMine: z.boolean(),
  /** Online, not taken, and the check allows selling. */
  isAvailable: z.boolean(),
  unavailableReason: z.enum(['offline', 'taken', 'unverified', 'unreachable', 'differs']).nullable(),
  /** Income the seller can expect, per full period; shown to the seller. */
  pastOrders: z.number().int(),
})

/** `per-day` is the price divided by the days it pays for; of `per-hour-asc` those not let by the hour come last. */
export const COMPUTE_SORTS = [
  'newest',
  'price-asc',
  'price-desc',
  'per-day-asc',
  'per-day-desc',
  'per-hour-asc',
  'speed-desc',
] as const

/**
 * Filters of the market (b-markets 3). cpuAndRAM takes `4C-8G`, `4-8` or the RAM part alone (decision 22). RAM is
 * at least that much, like disk and bandwidth (decision 48); cores are exactly that many.
 */
export const ComputeFilter = z.object({
  cpuAndRAM: queryText(20),
  diskSize: queryInt(0, SIZE_MAX),
  /** At least, capped at 50. */
  bandwidth: queryInt(0, 99).transform((v) => (v === undefined ? undefined : Math.min(v, BANDWIDTH_FILTER_MAX))),
  operationSystem: queryText(40),
  servePeriod: queryInt(0, PERIOD_DAYS_MAX),
  /** 1: only machines that are let by the hour. */
  byHour: queryInt(0, 1),
  /** Ranges, both ends included. What a day costs is compared as it is shown: in whole fen, rounded down. */
  perDayFrom: queryYuan(),
  perDayTo: queryYuan(),
  coresFrom: queryInt(0, CPU_CORES_MAX),
  coresTo: queryInt(0, CPU_CORES_MAX),
  ramFrom: queryInt(0, SIZE_MAX),
  ramTo: queryInt(0, SIZE_MAX),
  diskTo: queryInt(0, SIZE_MAX),
  /** dictValue of group GPU. */
  gpuModel: queryText(40),
  /** At least so many GPUs; 1 is any machine with a GPU. */
  gpuCount: queryInt(0, GPU_COUNT_MAX),
  /** At least so many GB on each. */
  gpuVram: queryInt(0, GPU_VRAM_MAX),
  /** Chinese or English text of the description, the system or the resource id; matches are counted up to 1,000. */
  keyword: queryText(SEARCH_CHARS),
})

/** 0 to serve, 1 servicing, 2 end of service. */
export const ShareStatus = z.union([z.literal(0), z.literal(1), z.literal(2)])

/** A machine one shares. */
export const ComputeShare = z.object({
  id: Id,
  cpuCores: z.number().int(),
  ramSize: z.number().int(),
  diskSize: z.number().int(),
  bandwidth: z.number().int(),
  operationSystem: z.string(),
  gpu: OfferedGpu,
  servePeriod: z.number().int(),
  price: YuanText,
  hourPrice: YuanText.nullable(),
  /** It is offered again by itself after a lease, once a check has passed it. */
  isRelisted: z.boolean(),
  /** Whether whoever rents it may renew, and at which price. */
  isRenewable: z.boolean(),
  renewalPrice: YuanText,
  description: z.string().nullable(),
  status: ShareStatus,
  listing: z.enum(['online', 'offline']),
  isReserved: z.boolean(),
  authId: z.string(),
  /** The order of the running lease; null while nobody rents it. */
  orderId: Id.nullable(),
  /** Whom the open case about that lease waits for. */
  faultAwaits: z.enum(['seller', 'buyer', 'staff']).nullable(),
  serveStartTime: Moment.nullable(),
  serveEndTime: Moment.nullable(),
  serverIPv4: z.string(),
  serverPort: z.number().int(),
  defaultUsername: z.string(),
  verification: ComputeVerification,
  /** Why it cannot be sold now, for the seller. */
  cleaning: z.enum(['none', 'running', 'failed']),
  /** When it was published. */
  cstCreate: Moment,
})

/** One run of the machine check. */
export const CheckRun = z.object({
  id: Id,
  state: z.enum(['queued', 'running', 'done']),
  trigger: z.enum(['publish', 'daily', 'on-demand', 'hand-over']),
  result: ComputeVerification,
  startedAt: Moment,
})

/** Access to a machine, for the rightful buyer within the service window. */
export const ComputeAccess = z.object({
  username: z.string(),
  /** Null when the buyer's SSH key was installed instead. */
  password: z.string().nullable(),
  IPv4: z.string(),
  port: z.number().int(),
  defaultUsername: z.string(),
  defaultPassword: z.string().nullable(),
  serverIPv4: z.string(),
  serverPort: z.number().int(),
  hostKey: z.string().nullable(),
  serveEndTime: Moment,
})
