import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id, Nothing, neededQueryInt, queryText, YuanText } from '../kit/shapes.ts'
import { ComputeOffer, ComputeProduct, ComputeVerification, CPU_CORES_MAX, SIZE_MAX } from './shapes.ts'

/** What helps a seller to publish: reading the machine over its login, and what machines like it ask. */

const PRODUCT = '/api/computing/product'

/** Longest private key that is taken, in characters: one of RSA with 16,384 bits is shorter. */
export const PRIVATE_KEY_MAX = 16_000
/** Readings of one seller, and of one address, in a day. */
export const READINGS_PER_DAY = 30
/** Advice on a price rests on at least this many machines of others. */
export const ADVICE_MACHINES_MIN = 5
/** Only rentals of this many days count as what the market really rents. */
export const ADVICE_DAYS = 90

/** Where the machine is and one way to log in. Nothing of it is stored. */
const Login = ComputeOffer.pick({ serverIPv4: true, serverPort: true, defaultUsername: true })
export const MachineReading = z.union([
  Login.extend({ defaultPassword: ComputeOffer.shape.defaultPassword }),
  Login.extend({ privateKey: z.string().trim().min(1).max(PRIVATE_KEY_MAX) }),
])

/** What was found, and what the form may declare after it: whole numbers that the machine check will find to be true. */
export const MachineRead = z.object({
  measured: ComputeVerification.shape.measured.unwrap(),
  declaration: z.object({
    cpuCores: z.number().int(),
    ramSize: z.number().int(),
    diskSize: z.number().int(),
    /** Null where it could not be measured. */
    bandwidth: z.number().int().nullable(),
    /** dictValue of group OS, or null where no option names this system. */
    operationSystem: z.string().nullable(),
    /** Null where no GPU was found. */
    gpu: ComputeProduct.shape.gpu,
  }),
})

export const readMachine = route({
  id: 'compute.read-machine',
  method: 'POST',
  path: `${PRODUCT}/read`,
  summary: 'Log in to one’s machine once and measure it before publishing (30 a day); nothing of the login is stored',
  auth: 'wallet-bound',
  body: MachineReading,
  // Nothing that comes with a login may be stored, nor anything made of it.
  keepsNoAnswer: true,
  ok: MachineRead,
  errors: [
    'compute.address-not-allowed',
    'compute.address-taken',
    'compute.serving',
    'compute.read-limit',
    'compute.read-running',
    'compute.read-busy',
    'compute.read-key-invalid',
    'compute.read-unreachable',
    'compute.read-login-refused',
    'compute.read-timed-out',
    'compute.read-not-linux',
  ],
})

/** What machines of others with the same GPU, in the same band of cores and RAM, ask; on the market now, or rented within 90 days. */
export const PriceAdvice = z.object({
  /** How many machines it rests on. */
  machines: z.number().int(),
  /** Lower quartile, middle and upper quartile of what a day costs, rounded down to whole fen. */
  perDayFrom: YuanText,
  perDayMiddle: YuanText,
  perDayTo: YuanText,
  /** How many of them were rented for the first time within 90 days. */
  rented: z.number().int(),
  /** Half of those were rented within so many days of being published; null where fewer than 5 were. */
  rentedWithinDays: z.number().int().nullable(),
  /** How many of a hundred of them that are on the market or let are let now; null where fewer than 5 are. */
  usedPercent: z.number().int().nullable(),
})

export const advisePrice = route({
  id: 'compute.advise-price',
  method: 'GET',
  path: `${PRODUCT}/price-advice`,
  summary: 'What like machines of others ask a day and how soon they were rented (up to a minute old)',
  auth: 'user',
  query: z.object({
    cpuCores: neededQueryInt(1, CPU_CORES_MAX),
    ramSize: neededQueryInt(1, SIZE_MAX),
    /** dictValue of group GPU; without, machines without a GPU are compared. */
    gpuModel: queryText(40),
  }),
  /** Null where fewer than 5 machines are alike. */
  ok: z.object({ advice: PriceAdvice.nullable() }),
})

export const setRelisting = route({
  id: 'compute.set-relisting',
  method: 'PUT',
  path: `${PRODUCT}/relisting/{id}`,
  summary:
    'Whether the machine is offered again by itself after a lease, once a check has passed it; also while it is rented',
  auth: 'user',
  params: z.object({ id: Id }),
  body: z.strictObject({ isOn: z.boolean() }),
  ok: Nothing,
  errors: ['compute.not-found'],
})

export const publishingRoutes = [readMachine, advisePrice, setRelisting] as const
