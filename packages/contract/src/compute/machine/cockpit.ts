import { z } from 'zod'

/** Messages of the lease cockpit's WebSocket: what a rented machine is doing, read over SSH while somebody looks. */

export const COCKPIT_PATH = '/api/computing/cockpit'
/** Closed after this long without a word from the page, which says one as long as it can be seen. */
export const COCKPIT_SILENCE_SECONDS = 120
/** Seconds between two samples. */
export const SAMPLE_SECONDS = 2

const Bytes = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

/** `used` and `total` in bytes. */
const Space = z.object({ used: Bytes, total: Bytes })

/** One look at a machine; a figure its system does not give is null. */
export const VitalsSample = z.object({
  /** Share of all cores in use since the sample before, 0 to 100. */
  cpuPercent: z.number().min(0).max(100).nullable(),
  memory: Space.nullable(),
  /** The file system at `/`. */
  disk: Space.nullable(),
  /** Bytes a second since the sample before, over all interfaces but the machine's own. */
  network: z.object({ received: Bytes, sent: Bytes }).nullable(),
  /** Processes waiting for a core, on average over the last minute. */
  load: z.number().min(0).nullable(),
  uptimeSeconds: z.number().int().min(0).nullable(),
})
export type VitalsSample = z.infer<typeof VitalsSample>

export const CockpitClientMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('open'), ticket: z.string().max(200) }),
  /** The page can still be seen. */
  z.strictObject({ type: z.literal('watching') }),
])
export type CockpitClientMessage = z.infer<typeof CockpitClientMessage>

export const CockpitServerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('sample'), sample: VitalsSample }),
  z.object({
    type: z.literal('closed'),
    reason: z.enum([
      'exit',
      'idle',
      'lease-ended',
      'signed-out',
      'denied',
      'unreachable',
      'unsupported',
      'too-much',
      'stopping',
    ]),
  }),
])
export type CockpitServerMessage = z.infer<typeof CockpitServerMessage>
