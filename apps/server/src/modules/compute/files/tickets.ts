import { z } from 'zod'
import type { Db } from '../../../platform/db/handle.ts'
import { createTickets } from '../../../platform/tickets.ts'

const OfLease = z.strictObject({ offerId: z.string(), orderId: z.string() })
const Down = OfLease.extend({ path: z.string(), name: z.string() })
const Up = OfLease.extend({ folder: z.string(), name: z.string(), bytes: z.number(), replaces: z.boolean() })

/** Tickets of files: one that gives a file takes none, and the other way round. */
export function createFileTickets(db: Db) {
  return { down: createTickets(db, 'compute.file-down', Down), up: createTickets(db, 'compute.file-up', Up) }
}

export type FileTickets = ReturnType<typeof createFileTickets>
export type DownTicket = z.infer<typeof Down>
export type UpTicket = z.infer<typeof Up>
