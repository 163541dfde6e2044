import { decode as decodeNode } from '@ipld/dag-pb'
import { UnixFS } from 'ipfs-unixfs'
import { CID } from 'multiformats/cid'
import * as raw from 'multiformats/codecs/raw'
import { type Bytes, FileDamaged } from './bytes.ts'
import { isBlockRight } from './dag.ts'
import { FRAME_BYTES } from './frames.ts'

/** Reading a stored file out of blocks that come from somebody who is not trusted. */

/** Where a block comes from. May throw, which ends the reading. */
export type BlockSource = (cid: string) => Promise<Bytes>

const MOST_CHILDREN = 174
/** 174^4 frames are more than any file has. */
const MOST_ROWS = 4

/**
 * Identifiers of a file's frames in order, out of the nodes over them. Each node is held against its own identifier, and a
 * tree that is not one over exactly so many bytes ends before a frame of it is fetched.
 * @throws FileDamaged
 */
export async function listFrames(cid: string, sizeBytes: number, source: BlockSource): Promise<string[]> {
  const wanted = Math.ceil(sizeBytes / FRAME_BYTES)
  let row = [cid]
  for (let rows = 0; !row.every(isFrame); rows++) {
    if (rows > MOST_ROWS || row.some(isFrame)) throw new FileDamaged('this is no tree of a stored file')
    const next: string[] = []
    for (const node of row) {
      next.push(...(await childrenOf(node, await source(node))))
      if (next.length > wanted) throw new FileDamaged(`this is a file of more than ${sizeBytes} bytes`)
    }
    row = next
  }
  if (row.length !== wanted) throw new FileDamaged(`this is no file of ${sizeBytes} bytes`)
  return row
}

/** Whether bytes are the block that an identifier names, and of a length that a block of a stored file has. */
export async function isBlockOf(cid: string, bytes: Bytes): Promise<boolean> {
  return bytes.length <= FRAME_BYTES && (await isBlockRight({ cid: parse(cid), bytes }))
}

/** Whether an identifier names a frame, not a node over frames. @throws FileDamaged when it is none */
function isFrame(text: string): boolean {
  return parse(text).code === raw.code
}

function parse(text: string): CID {
  try {
    return CID.parse(text)
  } catch {
    throw new FileDamaged('this is no identifier of content')
  }
}

async function childrenOf(text: string, bytes: Bytes): Promise<string[]> {
  if (!(await isBlockOf(text, bytes))) throw new FileDamaged(`${text} is not what it is called`)
  let children: string[]
  try {
    const { Data, Links } = decodeNode(bytes)
    if (UnixFS.unmarshal(Data ?? new Uint8Array()).type !== 'file') throw new Error('no file')
    children = Links.map(({ Hash }) => Hash.toString())
  } catch {
    throw new FileDamaged(`${text} is no node of a file`)
  }
  if (children.length === 0 || children.length > MOST_CHILDREN) throw new FileDamaged(`${text} is no node of a file`)
  return children
}
