import { buffer } from 'node:stream/consumers'
import { blobKey, type Kinds } from './model/kinds.ts'
import type { FilesNeeds } from './model/needs.ts'
import { sealedAs } from './model/sealed-as.ts'
import * as store from './model/store.ts'
import { readSealed } from './read-sealed.ts'

type Needs = Pick<FilesNeeds, 'db' | 'blobs' | 'sealer'> & { kinds: Kinds }

/** What a person once sent: bytes as base64, null when they cannot be found any more. Public pictures have no name. */
export type FileContent = { fileId: string; name: string; type: string; content: string | null }

const BATCH = 50

/** Contents of all whole files of a person, oldest first and one at a time: all at once would not fit in memory. */
export async function* contentsOf(needs: Needs, ownerId: string): AsyncGenerator<FileContent> {
  for (let after = 0n; ; ) {
    const rows = await store.listLiveOf(needs.db, ownerId, { after, limit: BATCH })
    for (const row of rows) {
      const name = row.nameSealed ? await needs.sealer.open(row.nameSealed, sealedAs.name(row)) : ''
      const content = await readWhole(needs, row)
      yield { fileId: row.id, name, type: row.type, content: content?.toString('base64') ?? null }
    }
    const last = rows.at(-1)
    if (!last) return
    after = last.seq
  }
}

async function readWhole(needs: Needs, row: store.FileRow): Promise<Buffer | undefined> {
  const kind = needs.kinds.find(row.kind)
  if (!kind) return undefined
  const { keySealed } = row
  const body = keySealed
    ? await readSealed(needs, { ...row, keySealed }, kind, { start: 0, end: Number(row.bytes) - 1 })
    : (await needs.blobs.find(blobKey(kind, row.id)))?.body
  return body && (Buffer.isBuffer(body) ? body : buffer(body))
}
