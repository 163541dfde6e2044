import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HexText } from '@trove/chain-client/base/hex'
import { type Bytes, hexOf } from '@trove/stored-file/bytes'
import { createCommitter } from '@trove/stored-file/commitment'
import { FRAME_BYTES } from '@trove/stored-file/frames'

/** A file as an order names it, with its blocks. */
export type TestFile = { cid: string; rootHex: HexText; sizeBytes: number; bytes: Bytes; blocks: Map<string, Bytes> }

/** A file of so many bytes, no two of its leaves alike. */
export async function makeFile(sizeBytes: number, seed = 1): Promise<TestFile> {
  const bytes = new Uint8Array(sizeBytes)
  for (let i = 0, state = seed; i < sizeBytes; i++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    bytes[i] = state >>> 16
  }
  const committer = await createCommitter()
  const blocks = new Map<string, Bytes>()
  for (let at = 0; at < sizeBytes; at += FRAME_BYTES) {
    const block = await committer.add(bytes.slice(at, at + FRAME_BYTES))
    blocks.set(block.cid.toString(), block.bytes)
  }
  const { cid, root, nodes } = await committer.finish()
  for (const node of nodes) blocks.set(node.cid.toString(), node.bytes)
  return { cid: cid.toString(), rootHex: `0x${hexOf(root)}`, sizeBytes, bytes, blocks }
}

/** A trustless gateway that gives the blocks of some files, and can be told to misbehave. */
export type TestGateway = {
  url: string
  add(file: TestFile): void
  /** Blocks that were asked for, in order. */
  asked: string[]
  /** What it answers from now on instead of the right block. */
  answer: 'right' | 'nothing' | 'wrong-bytes' | 'too-much'
  close(): Promise<void>
}

export async function startTestGateway(): Promise<TestGateway> {
  const blocks = new Map<string, Bytes>()
  const server: Server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://gateway')
    const cid = pathname.replace('/ipfs/', '')
    gateway.asked.push(cid)
    const block = searchParams.get('format') === 'raw' ? blocks.get(cid) : undefined
    if (!block || gateway.answer === 'nothing') response.writeHead(404).end()
    else if (gateway.answer === 'wrong-bytes') response.end(block.map((byte) => byte ^ 1))
    else if (gateway.answer === 'too-much') response.end(Buffer.alloc(3 * 2 ** 20))
    else response.end(block)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const gateway: TestGateway = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    answer: 'right',
    add: (file) => {
      for (const [cid, bytes] of file.blocks) blocks.set(cid, bytes)
    },
    close: () => new Promise((resolve) => void server.close(() => resolve()).closeAllConnections()),
  }
  return gateway
}
