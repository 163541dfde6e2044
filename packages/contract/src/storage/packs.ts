import { z } from 'zod'
import { route } from '../kit/route.ts'

/** The storage agent as one archive for each system, with its own Node. The site serves the archives itself. */

/** Where the archives lie, by their names. */
export const DOWNLOADS_PATH = '/downloads/'

export const NODE_SYSTEMS = ['windows', 'linux'] as const

export const NodePack = z.object({
  system: z.enum(NODE_SYSTEMS),
  file: z.string().regex(/^[a-z0-9.-]{1,100}$/),
  bytes: z.number().int().min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type NodePack = z.output<typeof NodePack>

export const listNodePacks = route({
  id: 'storage.list-node-packs',
  method: 'GET',
  path: '/api/storage/node-packs/query',
  summary: 'Archives of the storage agent to download, with their SHA-256; none while they are not made yet',
  auth: 'none',
  ok: z.array(NodePack),
})

export const storageNodeRoutes = [listNodePacks] as const
