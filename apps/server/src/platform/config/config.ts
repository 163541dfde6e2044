import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { MOBILE_PATTERN } from '@trove/contract/identity/routes'
import { z } from 'zod'
import type { S3Settings } from '../blobs/s3.ts'
import { type Kek, readKeks } from '../sealing/sealing.ts'
import { chainEnvironment, readChain } from './chain.ts'
import { clamdEnvironment } from './clamd.ts'
import { ConfigError } from './error.ts'
import { trustedProxies } from './proxy.ts'
import { readRelay, relayEnvironment } from './relay.ts'
import { readSms, smsEnvironment } from './sms.ts'
import { readStorage, storageEnvironment } from './storage.ts'

/** What the server runs with, read once at the start from the environment (docs/wire.md, Start and stop). */

const KEY_BYTES = 32

const flag = z.enum(['0', '1']).transform((value) => value === '1')
const given = z.string().trim().min(1)
const secretKey = z
  .string()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === KEY_BYTES, `must be ${KEY_BYTES} bytes in base64`)
const keks = z.string().transform((text, context) => {
  try {
    return readKeks(text)
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message })
    return z.NEVER
  }
})

const operatorMobiles = z.string().transform((text, context) => {
  const mobiles = listOf(text)
  const wrong = mobiles.flatMap((mobile, i) => (MOBILE_PATTERN.test(mobile) ? [] : [i + 1]))
  // Said by its place: a line of the log carries no number of a person.
  if (wrong.length > 0)
    context.addIssue({
      code: 'custom',
      message: `must be mobile numbers of eleven digits without +86 or spaces, comma-separated; wrong by place: ${wrong.join(', ')} of ${mobiles.length}`,
    })
  return mobiles
})

const demoPeople = z.string().transform((text, context) => {
  try {
    return z
      .array(
        z.strictObject({ mobile: z.string().regex(MOBILE_PATTERN), nickName: given, about: z.unknown().optional() }),
      )
      .parse(JSON.parse(text))
  } catch {
    context.addIssue({ code: 'custom', message: 'must be a JSON list of mobile, nickName and, if wanted, about' })
    return z.NEVER
  }
})

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: given.default('127.0.0.1'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  TRUST_PROXY: trustedProxies.default([]),
  PRODUCT: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,30}$/)
    .default('trove'),
  DATA_DIR: given.default('.data'),
  WEB_DIR: given.default('apps/web/dist'),
  AGENT_PACKS_DIR: given.default('apps/storage-agent/dist'),
  DEMO: flag.optional(),
  EMBEDDED: flag.default(false),
  DEV_CLOCK: flag.default(false),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(12),
  /** 0 behind a pooler that gives each transaction another connection. */
  DATABASE_PREPARE: flag.default(true),
  /** Names of migrations whose edited text is taken for good, comma-separated; for one start. */
  ACCEPT_MIGRATIONS: z.string().default(''),
  S3_ENDPOINT: z.url().optional(),
  S3_BUCKET: given.min(3).optional(),
  S3_REGION: given.default('us-east-1'),
  S3_ACCESS_KEY_ID: given.optional(),
  S3_SECRET_ACCESS_KEY: given.optional(),
  S3_PREFIX: z
    .string()
    .regex(/^([A-Za-z0-9._-]+\/)*$/)
    .default(''),
  ALIPAY_GATEWAY_URL: z.url().optional(),
  ALIPAY_AUTHORIZE_URL: z.url().optional(),
  ALIPAY_APP_ID: given.optional(),
  ALIPAY_SELLER_ID: given.optional(),
  ALIPAY_PRIVATE_KEY: given.optional(),
  ALIPAY_KEY_TYPE: z.enum(['PKCS1', 'PKCS8']).default('PKCS8'),
  ALIPAY_PUBLIC_KEY: given.optional(),
  ALIPAY_APP_CERT: given.optional(),
  ALIPAY_PUBLIC_CERT: given.optional(),
  ALIPAY_ROOT_CERT: given.optional(),
  /** The receiving account of the demo seller: its id at the provider, its owner's name, how it is called. */
  DEMO_PAYEE_ID: given.optional(),
  DEMO_PAYEE_NAME: given.optional(),
  DEMO_PAYEE_NICKNAME: given.optional(),
  /** More people of the demo, as JSON. */
  DEMO_PEOPLE: demoPeople.default([]),
  ...smsEnvironment,
  /** The first key seals, the others are older ones that still open; `id:key` names one. */
  KEK: keks,
  /** Keys that will seal one day and open already. */
  KEK_NEXT: keks.default([]),
  INDEX_KEY: secretKey,
  TOKEN_KEY: secretKey,
  /** Mobile numbers of Trove's own staff, comma-separated. */
  OPERATOR_MOBILE: operatorMobiles.default([]),
  /** How many reviewers certify an expert; `auto`: two where the staff has two, else one. */
  CERTIFICATION_REVIEWERS: z.enum(['auto', '1', '2']).optional(),
  SSO_CLIENT: z
    .string()
    .regex(/^[!-9;-~]+:[!-~]+$/, 'must be name:password in visible ASCII')
    .default('trove:trove'),
  /** Addresses the machine check may reach although they are not global: `host:port`, comma-separated. */
  MACHINE_ALLOW: z.string().default(''),
  /** Git servers that may be asked for commits although they are not public hosts: `host:port`, comma-separated. */
  REPOSITORY_ALLOW: z.string().default(''),
  MACHINE_INFO_URL: z.url().optional(),
  /** Calls a minute of one caller in one process; 0 turns the coarse guard off. */
  CALLS_PER_MINUTE: z.coerce.number().int().min(0).default(1200),
  METRICS_TOKEN: given.min(16).optional(),
  ...chainEnvironment,
  ...storageEnvironment,
  ...relayEnvironment,
  ...clamdEnvironment,
})

export type Environment = Record<string, string | undefined>

/**
 * Reads and checks the environment.
 * @throws ConfigError with one line that names every wrong or missing variable
 */
export function readConfig(env: Environment) {
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(filled)
  if (!parsed.success) {
    const reasons = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(`wrong environment: ${reasons.join('; ')}`)
  }
  const it = parsed.data
  requireFitting(it, env.NODE_ENV === 'production')
  return {
    ...readListening(it),
    product: it.PRODUCT,
    dataDir: resolve(it.DATA_DIR),
    webDir: resolve(it.WEB_DIR),
    agentPacksDir: resolve(it.AGENT_PACKS_DIR),
    isEmbedded: it.EMBEDDED,
    isDemo: it.DEMO ?? it.EMBEDDED,
    demoPeople: it.DEMO_PEOPLE,
    ...readStaff(it),
    hasDevClock: it.DEV_CLOCK,
    logLevel: it.LOG_LEVEL,
    databaseUrl: it.DATABASE_URL,
    databasePoolSize: it.DATABASE_POOL,
    keepsStatements: it.DATABASE_PREPARE,
    acceptedMigrations: listOf(it.ACCEPT_MIGRATIONS),
    s3: readS3(it),
    alipay: readAlipay(it),
    sms: readSms(it),
    demoPayee: readDemoPayee(it),
    ...readKeys(it),
    ssoClient: it.SSO_CLIENT,
    machineAllowList: listOf(it.MACHINE_ALLOW),
    repositoryAllowList: listOf(it.REPOSITORY_ALLOW),
    clamd: it.CLAMD,
    ...{ machineInfoUrl: it.MACHINE_INFO_URL, walletExtensionUrl: it.WALLET_EXTENSION_URL },
    callsPerMinute: it.CALLS_PER_MINUTE,
    metricsToken: it.METRICS_TOKEN,
    ...{ chain: readChain(it), storage: readStorage(it), relay: readRelay(it) },
  }
}

/** The parts of a comma-separated text. */
function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

export type Config = ReturnType<typeof readConfig>
type Parsed = z.output<typeof environment>

/** @throws ConfigError when variables that are right one by one do not go together */
function requireFitting(it: Parsed, isProduction: boolean): void {
  const keyIds = [...it.KEK, ...it.KEK_NEXT].map(({ id }) => id)
  if (new Set(keyIds).size !== keyIds.length) throw new ConfigError('KEK_NEXT: a key that KEK names too')
  if (it.DEV_CLOCK && !it.EMBEDDED) throw new ConfigError('DEV_CLOCK is only for the embedded world')
  if (it.SMS_PROVIDER === 'outbox' && !it.EMBEDDED && isProduction)
    throw new ConfigError('SMS_PROVIDER: the outbox sends nothing; choose a real provider')
}

/** Where the server listens, and how the world reaches it. */
function readListening(it: Parsed) {
  return {
    port: it.PORT,
    host: it.HOST,
    publicUrl: it.PUBLIC_URL?.replace(/\/+$/, ''),
    trustedProxies: it.TRUST_PROXY,
  }
}

function readStaff(it: Parsed) {
  // Anybody may be the staff of the embedded world: a second person would guard nothing there.
  const reviewers = it.EMBEDDED ? ('1' as const) : ('auto' as const)
  return { operatorMobiles: it.OPERATOR_MOBILE, certificationReviewers: it.CERTIFICATION_REVIEWERS ?? reviewers }
}

function readKeys(it: Parsed) {
  return { keks: it.KEK as Kek[], nextKeks: it.KEK_NEXT as Kek[], indexKey: it.INDEX_KEY, tokenKey: it.TOKEN_KEY }
}

function readDemoPayee(it: Parsed) {
  if (!it.DEMO_PAYEE_ID || !it.DEMO_PAYEE_NAME) return undefined
  return { accountId: it.DEMO_PAYEE_ID, realName: it.DEMO_PAYEE_NAME, nickname: it.DEMO_PAYEE_NICKNAME ?? null }
}

function readS3(it: Parsed): S3Settings | undefined {
  if (!it.S3_BUCKET) {
    if (it.S3_ENDPOINT) throw new ConfigError('S3_ENDPOINT is given without S3_BUCKET')
    return undefined
  }
  if (!it.S3_ACCESS_KEY_ID || !it.S3_SECRET_ACCESS_KEY)
    throw new ConfigError('S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY')
  return {
    endpoint: it.S3_ENDPOINT,
    bucket: it.S3_BUCKET,
    region: it.S3_REGION,
    accessKeyId: it.S3_ACCESS_KEY_ID,
    secretAccessKey: it.S3_SECRET_ACCESS_KEY,
    prefix: it.S3_PREFIX,
  }
}

/** Undefined while no gateway is named: paying then answers that it is not available. */
function readAlipay(it: Parsed) {
  if (!it.ALIPAY_GATEWAY_URL) return undefined
  const { ALIPAY_APP_ID: appId, ALIPAY_SELLER_ID: sellerId, ALIPAY_PRIVATE_KEY: privateKey } = it
  if (!appId || !sellerId || !privateKey)
    throw new ConfigError('ALIPAY_GATEWAY_URL needs ALIPAY_APP_ID, ALIPAY_SELLER_ID and ALIPAY_PRIVATE_KEY')
  const certificates = [it.ALIPAY_APP_CERT, it.ALIPAY_PUBLIC_CERT, it.ALIPAY_ROOT_CERT]
  const hasAll = certificates.every(Boolean)
  if (!hasAll && certificates.some(Boolean))
    throw new ConfigError('ALIPAY_APP_CERT, ALIPAY_PUBLIC_CERT and ALIPAY_ROOT_CERT go together')
  if (!hasAll && !it.ALIPAY_PUBLIC_KEY) throw new ConfigError('ALIPAY_PUBLIC_KEY or the three certificates are needed')
  return {
    gatewayUrl: it.ALIPAY_GATEWAY_URL,
    authorizeUrl: it.ALIPAY_AUTHORIZE_URL,
    appId,
    sellerId,
    privateKey,
    keyType: it.ALIPAY_KEY_TYPE,
    publicKey: it.ALIPAY_PUBLIC_KEY,
    /** Texts or file names of the certificates (money.md C.0 row 10). */
    appCert: it.ALIPAY_APP_CERT,
    publicCert: it.ALIPAY_PUBLIC_CERT,
    rootCert: it.ALIPAY_ROOT_CERT,
  }
}

/** A fresh key as the environment wants it; for the embedded world and tests. */
export function makeKeyText(): string {
  return randomBytes(KEY_BYTES).toString('base64')
}
