import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { withAddress } from './page-words.ts'

/**
 * Pages the web build drew, with the site's address put in: links in them that other programs follow have to be whole, and
 * the build does not know where it will be served.
 */

export type Packed = { body: Buffer; etag: string; encoding: 'br' | 'gzip' | undefined }

const pack = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** Reads each file once, and packs each page once for each way it is asked for. */
export function createDrawnPages(dir: string, siteUrl: () => string) {
  const texts = keepEach((file) => readFile(join(dir, file), 'utf8'))
  const pages = keepEach(async (key): Promise<Packed> => {
    const [file, site, path, encoding] = JSON.parse(key) as [string, string, string, Packed['encoding'] | null]
    const plain = Buffer.from(withAddress(await texts(file), site, path))
    const body = encoding ? await pack[encoding](plain) : plain
    return { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"`, encoding: encoding ?? undefined }
  })
  return {
    text: texts,
    /** The page of a fixed address; there are as many as the build drew. */
    page(file: string, path: string, acceptEncoding: string | undefined): Promise<Packed> {
      const encoding = /\bbr\b/.test(acceptEncoding ?? '')
        ? 'br'
        : /\bgzip\b/.test(acceptEncoding ?? '')
          ? 'gzip'
          : null
      return pages(JSON.stringify([file, siteUrl(), path, encoding]))
    },
  }
}

/** What was read once is kept, a failure is not. */
function keepEach<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const kept = new Map<string, Promise<T>>()
  return (key) => {
    const known = kept.get(key) ?? read(key)
    kept.set(key, known)
    known.catch(() => kept.delete(key))
    return known
  }
}
