import { z } from 'zod'

/** Messages of the browser terminal's WebSocket. Output comes as binary frames; everything else is JSON text. */

export const TERMINAL_PATH = '/api/computing/terminal'
/** Closed after this long without a key or a byte. */
export const TERMINAL_IDLE_SECONDS = 600
/** Terminals of one person on one machine at once, and on all of theirs. */
export const TERMINALS_PER_LEASE = 4
export const TERMINALS_PER_PERSON = 12

export const TerminalSize = { cols: z.number().int().min(10).max(500), rows: z.number().int().min(3).max(200) }

export const TerminalClientMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('open'), ticket: z.string().max(200), ...TerminalSize }),
  z.strictObject({ type: z.literal('input'), data: z.string().max(65_536) }),
  z.strictObject({ type: z.literal('resize'), ...TerminalSize }),
])
export type TerminalClientMessage = z.infer<typeof TerminalClientMessage>

export const TerminalServerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({
    type: z.literal('closed'),
    reason: z.enum(['exit', 'idle', 'lease-ended', 'signed-out', 'denied', 'unreachable', 'too-much', 'stopping']),
  }),
])
export type TerminalServerMessage = z.infer<typeof TerminalServerMessage>
