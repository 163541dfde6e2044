import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listNodePacks, NodePack } from '@trove/contract/storage/packs'
import { z } from 'zod'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import type { StorageNeeds } from '../model/needs.ts'

/** What `tools/pack-agent.ts` writes beside the archives. */
const Packs = z.object({ packs: z.array(NodePack) })

/** The archives of the storage agent that this site serves. */
export function packRoutes({ packsDir }: Pick<StorageNeeds, 'packsDir'>): ServedRoute[] {
  return [
    serve(listNodePacks, async () => {
      const text = await readFile(join(packsDir, 'packs.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return '{"packs":[]}'
        throw error
      })
      return Packs.parse(JSON.parse(text)).packs
    }),
  ]
}
