import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id, Moment, YuanText } from '../kit/shapes.ts'
import { CheckSeries } from './public/series.ts'
import { ComputeProduct, ComputeVerification } from './shapes.ts'

/**
 * Certificates of machines: what was declared, what the machine checks found over time, and how that compares with like
 * machines. Signed, so that anybody verifies a kept copy offline (docs/verify-certificate.mjs).
 */

/** Fewer like machines than this are no comparison. */
export const RANK_MACHINES_MIN = 5
/** Figures that are compared with like machines. */
export const RANKED_FIGURES = ['cpuScore', 'diskWrite', 'bandwidth'] as const

/** Like machines are on the market, passed a check, and have as many cores: between `coresFrom` and before `coresTo`. */
const Rank = z.object({
  coresFrom: z.number().int(),
  /** Null without an end. */
  coresTo: z.number().int().nullable(),
  figures: z.array(
    z.object({
      figure: z.enum(RANKED_FIGURES),
      /** Like machines of which this figure was measured, without this one. */
      machines: z.number().int(),
      /** Those of them that have less. */
      better: z.number().int(),
    }),
  ),
})

export const MachineCertificate = z.object({
  format: z.literal('trove-machine-certificate-1'),
  id: Id,
  /** The number people see, such as CP-… */
  resourceId: z.string(),
  declared: ComputeProduct.pick({
    cpuCores: true,
    ramSize: true,
    diskSize: true,
    bandwidth: true,
    operationSystem: true,
    gpu: true,
  }),
  /** What the newest check found. */
  check: ComputeVerification,
  ...CheckSeries.shape,
  /** Null where there is nothing to compare. */
  rank: Rank.nullable(),
  price: YuanText,
  /** Days the price is for. */
  servePeriod: z.number().int(),
  /** Measured points of CPU for each yuan a day, with one decimal; null before a check measured them. */
  pointsPerYuan: z.number().nullable(),
  issuedAt: Moment,
})

export const getCertificate = route({
  id: 'compute.certificate',
  method: 'GET',
  path: '/api/computing/product/certificate/{id}',
  summary: 'The certificate of a machine on the market, and the text of its signed file',
  auth: 'optional',
  params: z.object({ id: Id }),
  ok: z.object({ certificate: MachineCertificate, fileName: z.string(), text: z.string() }),
  errors: ['compute.not-found'],
})

export const listCertificateKeys = route({
  id: 'compute.certificate-keys',
  method: 'GET',
  path: '/.well-known/trove-certificate-keys.json',
  summary: 'The public keys that certificates are verified with, newest first; a withdrawn key verifies nothing',
  auth: 'none',
  envelope: 'raw',
  ok: z.any(),
})

export const certificateRoutes = [getCertificate, listCertificateKeys] as const
