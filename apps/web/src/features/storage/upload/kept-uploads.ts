import type { Bytes } from '@trove/stored-file/bytes'
import type { SealedFacts } from '../worker/sealing.ts'

/** Uploads under way, in this browser's own database: a page that is loaded anew goes on with them. */

export type KeptUpload = {
  id: string
  owner: string
  /** The chain account that is to place the order. */
  account: string
  name: string
  file: Blob
  /** Name, size and key of the file, sealed under the vault key: nobody reads the key out of this browser. */
  note: Bytes
  /**
   * One of several distinct copies: an order for one copy, sealed under a key that none of the others has. Those of one file are
   * a group, which one signature orders; a page before that knew none.
   */
  apart?: { group?: string; number: number; of: number }
  /** Known once the file was sealed to the end. */
  sealed?: SealedFacts
}

const [DATABASE, STORE] = ['trove-storage', 'uploads']

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asking = indexedDB.open(DATABASE, 1)
    asking.onupgradeneeded = () => asking.result.createObjectStore(STORE, { keyPath: 'id' })
    asking.onsuccess = () => resolve(asking.result)
    asking.onerror = () => reject(asking.error)
  })
}

async function within<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open()
  try {
    return await new Promise<T>((resolve, reject) => {
      const asking = ask(database.transaction(STORE, mode).objectStore(STORE))
      asking.onsuccess = () => resolve(asking.result)
      asking.onerror = () => reject(asking.error)
    })
  } finally {
    database.close()
  }
}

/** Keeps an upload. Storage may be forbidden or full: it then lasts as long as the page. */
export async function keepUpload(upload: KeptUpload): Promise<void> {
  await within('readwrite', (store) => store.put(upload)).catch(() => undefined)
}

/** Forgets an upload and its file. */
export async function forgetUpload(id: string): Promise<void> {
  await within('readwrite', (store) => store.delete(id)).catch(() => undefined)
}

/** A person's uploads that were kept. */
export async function listUploads(owner: string): Promise<KeptUpload[]> {
  const all = await within('readonly', (store) => store.getAll() as IDBRequest<KeptUpload[]>).catch(() => [])
  return all.filter((upload) => upload.owner === owner)
}
