import type { Generated, Selectable } from 'kysely'

/** Columns of an offer that say what its machine is and costs, as its seller declares them. */
export type FactColumns = {
  cpu_cores: number
  ram_gb: bigint
  disk_gb: bigint
  bandwidth_mbps: number
  os: string
  period_days: number
  price_fen: bigint
  hour_price_fen: Generated<bigint | null>
  gpu_model: Generated<string | null>
  gpu_count: Generated<number | null>
  gpu_vram_gb: Generated<number | null>
  description: string | null
}
export type FactRow = Selectable<FactColumns>

/** The same as SQL lists them. */
export const FACT_COLUMNS = `cpu_cores, ram_gb, disk_gb, bandwidth_mbps, os, period_days, price_fen, hour_price_fen,
  gpu_model, gpu_count, gpu_vram_gb, description`
