import { z } from 'zod'
import { ConfigError } from './error.ts'

/** Where the storage gateway listens, and how it is reached. */

export const storageEnvironment = {
  /** Port of the gateway's own listener, in processes of the role `storage`. */
  STORAGE_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** The gateway as browsers and storage nodes reach it. Without it nothing can be staged. */
  STORAGE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** This process's listener as other gateway processes reach it; without it they are on this machine. */
  STORAGE_INNER_URL: z.url({ protocol: /^https?$/ }).optional(),
}

const shape = z.object({ ...storageEnvironment, PUBLIC_URL: z.string().optional() })

export type StorageConfig = { port: number | undefined; url: string; innerUrl: string | undefined }

/**
 * Undefined while there is no gateway.
 * @throws ConfigError for a port without an address, or one on the site's own origin
 */
export function readStorage(it: z.output<typeof shape>): StorageConfig | undefined {
  if (!it.STORAGE_URL) {
    if (it.STORAGE_PORT !== undefined) throw new ConfigError('STORAGE_PORT needs STORAGE_URL')
    return undefined
  }
  const url = new URL(it.STORAGE_URL).origin
  // What strangers stored must never come from the origin that holds sessions.
  if (it.PUBLIC_URL && new URL(it.PUBLIC_URL).origin === url)
    throw new ConfigError('STORAGE_URL: an origin of its own, not the site’s')
  return { port: it.STORAGE_PORT, url, innerUrl: it.STORAGE_INNER_URL && new URL(it.STORAGE_INNER_URL).origin }
}
