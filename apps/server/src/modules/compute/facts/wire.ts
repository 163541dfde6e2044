import type { ComputeOffer } from '@trove/contract/compute/shapes'
import { yuan } from '@trove/contract/kit/shapes'
import type { z } from 'zod'
import type { FactRow } from './columns.ts'

/** The facts of an offer from columns to words of the wire, and back. */

/** Figures, system and period, as they were declared. */
export function factsOf(
  row: Pick<FactRow, 'cpu_cores' | 'ram_gb' | 'disk_gb' | 'bandwidth_mbps' | 'os' | 'period_days'>,
) {
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
export function gpuOf(row: Pick<FactRow, 'gpu_model' | 'gpu_count' | 'gpu_vram_gb'>) {
  return row.gpu_model === null ? null : { model: row.gpu_model, count: row.gpu_count!, vramSize: row.gpu_vram_gb! }
}

/** What an order keeps of the machine that was sold. */
export function soldFactsOf(row: Parameters<typeof factsOf>[0] & Parameters<typeof gpuOf>[0] & { auth_id: string }) {
  return { ...factsOf(row), gpu: gpuOf(row), authId: row.auth_id }
}

function hourPriceOf({ hour_price_fen: fen }: Pick<FactRow, 'hour_price_fen'>): string | null {
  return fen === null ? null : yuan(fen)
}

/** All that was declared and may be shown, as cards, pages and the seller's own list say it. */
export function declaredOf(row: FactRow) {
  return {
    ...factsOf(row),
    gpu: gpuOf(row),
    description: row.description,
    price: yuan(row.price_fen),
    hourPrice: hourPriceOf(row),
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
