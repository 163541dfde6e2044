import { setTimeout as sleep } from 'node:timers/promises'
import { type Chain, connectChain } from '@trove/chain-client/chain'
import type { StorageOrder } from '@trove/chain-client/reading/views'
import { serverAccount } from '@trove/chain-client/server-keys'
import { BLOCKS_PER_DAY } from '@trove/contract/chain/routes'
import { createStorageUpload, finishStorageUpload } from '@trove/contract/storage/uploads'
import { type Bytes, hexOf } from '@trove/stored-file/bytes'
import { packParts } from '@trove/stored-file/car'
import { createCommitter } from '@trove/stored-file/commitment'
import type { Block } from '@trove/stored-file/dag'
import { newFileKey, readFileKey, sealFile } from '@trove/stored-file/frames'
import { openNote, publicNote } from '@trove/stored-file/note'
import { DEMO_BUYERS } from './goods.ts'
import { authorize, clientOf, type Places } from './people.ts'

/**
 * A file of a demo buyer on the storage nodes of the embedded world: sealed, staged, ordered and signed as a person's browser
 * does it. Its note is public, so anybody may look at it.
 */

export type StorageFacts = Places & { gateway: string; chainUrl: string }

/** One of the development keys, which everybody knows: of the demo buyer who owns the file. */
const OWNER = serverAccount('//Dave')
const NAME = '众享演示文件 Trove demo file.txt'
const TEXT = 'A file of the demo market, kept by the storage nodes of this world.\n'
const LINES = 8000
const DAYS = 30
/** As many nodes keep it. */
export const DEMO_COPIES = 3
const REACH_MS = 60_000
const NODES_MS = 10 * 60_000

/** Stores the demo file, unless the chain has it already. Answers the order's number. */
export async function storeDemoFile(facts: StorageFacts): Promise<number> {
  const chain = connectChain(facts.chainUrl)
  try {
    const known = await findDemoOrder(chain)
    if (known) return known.id
    await untilNodes(chain)
    const file = await sealDemoFile()
    await stage(facts, file)
    const { cid, root, bytes, note } = file
    const wish = { sizeBytes: BigInt(bytes), durationBlocks: DAYS * BLOCKS_PER_DAY, wanted: DEMO_COPIES }
    const price = await chain.findPrice(wish)
    const call = chain.calls.createOrder({
      ...{ ...wish, cid, note, rootHex: `0x${root}`, tipsPlanck: 0n },
      maxPricePlanck: ((price?.totalPlanck ?? 0n) * 102n) / 100n,
    })
    const outcome = await chain.submitAndWatch(call, OWNER.signer)
    if (outcome.kind !== 'in-block') throw new Error(`the demo file was not ordered: ${outcome.kind}`)
    return (await findDemoOrder(chain))!.id
  } finally {
    chain.disconnect()
  }
}

/** The demo file's order that is kept, or waits to be. */
async function findDemoOrder(chain: Chain): Promise<StorageOrder | undefined> {
  for (const end = Date.now() + REACH_MS; Date.now() < end && chain.status() !== 'connected'; ) await sleep(200)
  const { items } = await chain.listUserOrders(OWNER.address)
  for (const order of items) {
    const note = await openNote(new Uint8Array(order.note)).catch(() => undefined)
    if (note?.name === NAME && ['Pending', 'Serving'].includes(order.consumerStatus)) return order
  }
  return undefined
}

/** A node takes only orders that began to look for miners after it came: so they come first. */
async function untilNodes(chain: Chain): Promise<void> {
  for (const end = Date.now() + NODES_MS; (await chain.getStatistics()).miners < DEMO_COPIES; await sleep(1000))
    if (Date.now() > end) throw new Error(`the demo file wants ${DEMO_COPIES} storage nodes`)
}

type DemoFile = { cid: string; root: string; bytes: number; note: Bytes; blocks: Block[] }

async function sealDemoFile(): Promise<DemoFile> {
  const plain = new TextEncoder().encode(TEXT.repeat(LINES))
  const fileKey = newFileKey()
  const committer = await createCommitter()
  const blocks: Block[] = []
  async function* whole() {
    yield plain
  }
  for await (const frame of sealFile(await readFileKey(fileKey), whole())) blocks.push(await committer.add(frame))
  const { cid, root, sizeBytes } = await committer.finish()
  const note = publicNote({ fileKey, name: NAME, plainBytes: plain.length })
  return { cid: cid.toString(), root: hexOf(root), bytes: sizeBytes, note, blocks }
}

/** Brings the sealed file to the gateway, which checks it. */
async function stage(facts: StorageFacts, { cid, root, bytes, blocks }: DemoFile): Promise<void> {
  const authorization = await authorize(facts, DEMO_BUYERS[0]!)
  const call = clientOf(facts, authorization)
  const { id } = await call(createStorageUpload, { body: { cid, root, bytes, account: OWNER.address } })
  for await (const part of packParts(blocks)) {
    const headers = { authorization, 'content-type': 'application/vnd.ipld.car' }
    const url = `${facts.gateway}/uploads/${id}/parts/${part.index}/${part.sha256}`
    const answer = await fetch(url, { method: 'PUT', headers, body: part.bytes })
    if (!answer.ok) throw new Error(`part ${part.index}: ${answer.status} ${await answer.text()}`)
  }
  await call(finishStorageUpload, { params: { id } })
}
