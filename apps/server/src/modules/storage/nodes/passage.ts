import { timingSafeEqual } from 'node:crypto'
import type { StorageNeeds } from '../model/needs.ts'

/** How one process of the house asks another for something that a storage node has. */

/** Shown by a process of ours to a gateway's: only who has the house's keys can make it. */
export const PASSAGE_HEADER = 'x-trove-passage'

type Asked = { cid: string; frame: number | string }

/** Where a gateway process gives a frame through a connection of its own. */
export const passagePath = (account: string, { cid, frame }: Asked, frameCid: string): string =>
  `/nodes/${account}/frames/${cid}/${frame}/${frameCid}`

/** Where it says what a node answers when it is asked for a frame. */
export const samplePath = (account: string, { cid, frame }: Asked, frameCid: string): string =>
  `/nodes/${account}/samples/${cid}/${frame}/${frameCid}`

export const passageOf = (sealer: StorageNeeds['sealer'], path: string): Buffer =>
  sealer.blindIndex(path, 'storage.passage')

/** Whether another process of ours asks for this path. */
export function isPassage(sealer: StorageNeeds['sealer'], path: string, shown: unknown): boolean {
  const wanted = passageOf(sealer, path)
  const given = Buffer.from(typeof shown === 'string' ? shown : '', 'hex')
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
