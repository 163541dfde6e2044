import type { Readable } from 'node:stream'

/** Facts of a stored object. */
export type BlobHead = { bytes: number; contentType: string }
export type BlobBody = BlobHead & { body: Readable }

/**
 * Stored objects by key. Keys are made by us: words of letters, digits, dots, dashes and underscores, joined by slashes.
 * Written whole or not at all.
 */
export type Blobs = {
  put(key: string, body: Buffer | Readable, contentType: string): Promise<void>
  /** The object, or some of its bytes, the last place included; `bytes` is always the whole object's. */
  find(key: string, range?: { start: number; end: number }): Promise<BlobBody | undefined>
  head(key: string): Promise<BlobHead | undefined>
  /** Removing what is not there is no error. */
  delete(key: string): Promise<void>
  /** Keys under a prefix, sorted, after `after` if given, at most `limit`. */
  list(prefix: string, options?: { after?: string; limit?: number }): Promise<string[]>
  /** @throws Error when objects cannot be stored now */
  check(): Promise<void>
}

const KEY = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*$/
const MAX_KEY_LENGTH = 500

/** @throws Error for a key that is not of our making; a bug, not a refusal */
export function assertBlobKey(key: string): void {
  if (key.length > MAX_KEY_LENGTH || !KEY.test(key)) throw new Error('not a blob key')
}
