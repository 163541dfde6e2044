import { MachineCertificate, RANK_MACHINES_MIN, RANKED_FIGURES } from '@trove/contract/compute/certificates'
import { requireThat } from '@trove/contract/errors/codes'
import { yuan } from '@trove/contract/kit/shapes'
import type { z } from 'zod'
import { brieflyKeptEach } from '../../../platform/base/briefly-kept.ts'
import { type createSigningKeys, textOfSigned } from '../../../platform/signing/signing-keys.ts'
import { factsOf, gpuOf } from '../facts/wire.ts'
import { SPREAD_STEPS } from '../market/spread.ts'
import type { DetailRow } from '../market/store.ts'
import { verificationOf } from '../market/wire.ts'
import type { Measured } from '../model/rules.ts'
import { bandOf } from '../selling/price-advice.ts'
import type { SeriesStore } from '../series/store.ts'
import type { RankStore } from './store.ts'

/** A certificate is made anew at most so often; who asks meanwhile gets the same. */
const FRESH_MS = 60_000
const KEPT = 500

type Certificate = z.input<typeof MachineCertificate>
type Needs = {
  findOffer(id: string): Promise<DetailRow | undefined>
  series: Pick<SeriesStore, 'countWindows' | 'listDays'>
  ranks: RankStore
  keys: ReturnType<typeof createSigningKeys>
}

/**
 * Certificates of machines: only what stands in their offer and in the rows of their checks, so that each figure can be
 * counted again from the series.
 */
export function createCertificates(needs: Needs) {
  const { findOffer, keys } = needs
  const read = brieflyKeptEach(
    async (offer: DetailRow) => {
      const certificate = MachineCertificate.parse(await state(needs, offer))
      return {
        certificate,
        fileName: `trove-machine-${certificate.resourceId}.json`,
        text: textOfSigned(await keys.sign(certificate)),
      }
    },
    { freshMs: FRESH_MS, most: KEPT, keyOf: ({ id }) => id },
  )
  return {
    /** @throws ContractError `compute.not-found` */
    async issue(id: string) {
      const offer = await findOffer(id)
      requireThat(offer, 'compute.not-found')
      return read(offer)
    },
    keys: keys.list,
  }
}

export type Certificates = ReturnType<typeof createCertificates>

async function state({ series, ranks }: Needs, offer: DetailRow): Promise<Certificate> {
  const { measured } = offer
  const [windows, perDay, now, rank] = await Promise.all([
    series.countWindows(offer.id),
    series.listDays(offer.id),
    ranks.now(),
    measured && rankOf(ranks, offer, measured),
  ])
  const perDayFen = Number(offer.price_fen) / offer.period_days
  return {
    format: 'trove-machine-certificate-1',
    id: offer.id,
    resourceId: offer.auth_id,
    declared: { ...factsOf(offer), gpu: gpuOf(offer) },
    check: verificationOf(offer),
    windows,
    perDay,
    rank: rank ?? null,
    price: yuan(offer.price_fen),
    servePeriod: offer.period_days,
    pointsPerYuan: measured && Math.round((measured.cpuScore * 1000) / perDayFen) / 10,
    issuedAt: now.toISOString(),
  }
}

async function rankOf(ranks: RankStore, offer: DetailRow, measured: Measured): Promise<Certificate['rank']> {
  const cores = bandOf(SPREAD_STEPS.cores, offer.cpu_cores)
  const own = RANKED_FIGURES.flatMap((figure) => {
    const value = measured[figure]
    return value === null ? [] : [{ figure, value }]
  })
  const figures = (await ranks.count(offer.id, cores, own)).filter(({ machines }) => machines >= RANK_MACHINES_MIN)
  return figures.length === 0 ? null : { coresFrom: cores.from, coresTo: cores.to, figures }
}
