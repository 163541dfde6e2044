import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Says in a data folder that the demo market was removed for good. */
export const removedMark = (dataDir: string) => join(dataDir, 'demo-market-removed')

export const isDemoRemoved = (dataDir: string) => existsSync(removedMark(dataDir))
