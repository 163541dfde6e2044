import type {
  ComputeOffer,
  ComputeProductDetail,
  ComputeShare,
  ComputeVerification,
} from '@trove/contract/compute/shapes'
import { yuan } from '@trove/contract/kit/shapes'
import { feeOn } from '@trove/contract/payment/fee'
import type { z } from 'zod'
import type { Person } from '../../identity/module.ts'
import { type CheckState, type Measured, type MeasuredFact, SHARE_STATUS, unavailableReason } from '../model/rules.ts'
import type { ShareRow } from '../offers/store.ts'
import type { DetailRow, FactsRow } from './store.ts'

/** Rows to the contract's shapes: the one place where table words become wire words. */

const NOBODY: Person = { id: 'unknown', nickName: '', headImgUrl: null, isDemo: false, role: 'member' }

type Checked = {
  check_state: CheckState
  checked_at: Date | null
  differing: string[] | null
  measured: Measured | null
}

export function verificationOf(row: Checked): z.input<typeof ComputeVerification> {
  return {
    state: row.check_state,
    checkedAt: row.checked_at?.toISOString() ?? null,
    differing: (row.differing ?? []) as MeasuredFact[],
    // What was measured before GPUs were asked about says nothing of them.
    measured: row.measured && { ...row.measured, gpu: row.measured.gpu ?? null },
  }
}

export function factsOf(row: {
  cpu_cores: number
  ram_gb: bigint
  disk_gb: bigint
  bandwidth_mbps: number
  os: string
  period_days: number
}) {
  return {
    cpuCores: row.cpu_cores,
    ramSize: Number(row.ram_gb),
    diskSize: Number(row.disk_gb),
    bandwidth: row.bandwidth_mbps,
    operationSystem: row.os,
    servePeriod: row.period_days,
  }
}

/** The GPUs that were declared. */
export function gpuOf(row: Pick<FactsRow, 'gpu_model' | 'gpu_count' | 'gpu_vram_gb'>) {
  return row.gpu_model === null ? null : { model: row.gpu_model, count: row.gpu_count!, vramSize: row.gpu_vram_gb! }
}

/** What an order keeps of the machine that was sold. */
export function soldFactsOf(row: Parameters<typeof factsOf>[0] & Parameters<typeof gpuOf>[0] & { auth_id: string }) {
  return { ...factsOf(row), gpu: gpuOf(row), authId: row.auth_id }
}

function hourPriceOf({ hour_price_fen: fen }: Pick<FactsRow, 'hour_price_fen'>): string | null {
  return fen === null ? null : yuan(fen)
}

/** The card's part about the offer itself. */
export function cardFactsOf(row: FactsRow) {
  return {
    id: row.id,
    authId: row.auth_id,
    ...factsOf(row),
    gpu: gpuOf(row),
    description: row.description,
    price: yuan(row.price_fen),
    hourPrice: hourPriceOf(row),
    verification: verificationOf(row),
    cstCreate: row.created_at.toISOString(),
  }
}

/** The card's part about who offers it. */
export function cardPersonOf(person = NOBODY) {
  return { uploaderHeadImgUrl: person.headImgUrl, uploaderNickName: person.nickName, isDemo: person.isDemo }
}

export function detailOf(
  row: DetailRow,
  person = NOBODY,
  readerId: string | undefined,
): z.input<typeof ComputeProductDetail> {
  const reason = unavailableReason({ ...row, deleted_at: null })
  return {
    ...cardFactsOf(row),
    ...cardPersonOf(person),
    uploader: { id: row.seller_id, nickName: person.nickName, headImgUrl: person.headImgUrl, isDemo: person.isDemo },
    isMine: row.seller_id === readerId,
    isAvailable: reason === null,
    unavailableReason: reason,
    feeAmount: yuan(feeOn(row.price_fen)),
    pastOrders: row.lease_count,
  }
}

export function shareOf(row: ShareRow): z.input<typeof ComputeShare> {
  return {
    id: row.id,
    ...factsOf(row),
    gpu: gpuOf(row),
    price: yuan(row.price_fen),
    hourPrice: hourPriceOf(row),
    isRelisted: row.is_relisted,
    isRenewable: row.is_renewable,
    renewalPrice: yuan(row.renewal_price_fen ?? row.price_fen),
    description: row.description,
    status: SHARE_STATUS[row.slot],
    listing: row.listing,
    isReserved: row.slot === 'reserved',
    authId: row.auth_id,
    orderId: row.running_id,
    serveStartTime: row.serve_start_at?.toISOString() ?? null,
    serveEndTime: row.serve_end_at?.toISOString() ?? null,
    serverIPv4: row.ipv4,
    serverPort: row.port,
    defaultUsername: row.username,
    verification: verificationOf(row),
    cleaning: row.cleaning,
    cstCreate: row.created_at.toISOString(),
  }
}

const NO_GPU = { model: null, count: null, vramSize: null }

/** The publish form's fields as columns, without the password; only those given. */
export function columnsOf(form: Partial<z.output<typeof ComputeOffer>>) {
  // Null takes the GPUs off, left out they stay.
  const gpu = form.gpu === null ? NO_GPU : form.gpu
  const columns = {
    ipv4: form.serverIPv4,
    port: form.serverPort,
    cpu_cores: form.cpuCores,
    ram_gb: form.ramSize === undefined ? undefined : BigInt(form.ramSize),
    disk_gb: form.diskSize === undefined ? undefined : BigInt(form.diskSize),
    bandwidth_mbps: form.bandwidth,
    os: form.operationSystem,
    period_days: form.servePeriod,
    price_fen: form.price,
    hour_price_fen: form.hourPrice,
    description: form.description === undefined ? undefined : form.description || null,
    username: form.defaultUsername,
    gpu_model: gpu?.model,
    gpu_count: gpu?.count,
    gpu_vram_gb: gpu?.vramSize,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, v]) => v !== undefined)) as typeof columns
}
