import { resolve } from 'node:path'
import { z } from 'zod'

const environment = z.object({
  SIM_PORT: z.coerce.number().int().min(0).max(65535).default(8088),
  SIM_HOST: z.string().min(1).default('127.0.0.1'),
  SIM_DATA_DIR: z.string().min(1),
  SIM_CONTROL: z.enum(['0', '1']).default('0'),
  SIM_PUBLIC_URL: z.url().optional(),
  SIM_NOTIFY_HOUR_MS: z.coerce.number().int().min(1).max(3_600_000).default(1000),
  SIM_TIMESTAMP_TOLERANCE_MINUTES: z.coerce.number().int().min(1).default(15),
})

/** What the simulator is started with. `notifyHourMs` is how many machine milliseconds one hour of notify gaps lasts. */
export interface SimulatorConfig {
  port: number
  host: string
  dataDir: string
  hasControl: boolean
  publicUrl: string | undefined
  notifyHourMs: number
  timestampToleranceMinutes: number
}

/** Reads the SIM_* variables; throws one Error that names every wrong variable. */
export function readConfig(env: Record<string, string | undefined>): SimulatorConfig {
  const parsed = environment.safeParse(env)
  if (!parsed.success) {
    throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '))
  }
  const it = parsed.data
  return {
    port: it.SIM_PORT,
    host: it.SIM_HOST,
    dataDir: resolve(it.SIM_DATA_DIR),
    hasControl: it.SIM_CONTROL === '1',
    publicUrl: it.SIM_PUBLIC_URL?.replace(/\/$/, ''),
    notifyHourMs: it.SIM_NOTIFY_HOUR_MS,
    timestampToleranceMinutes: it.SIM_TIMESTAMP_TOLERANCE_MINUTES,
  }
}
