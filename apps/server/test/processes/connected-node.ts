import { once } from 'node:events'
import type { ServerAccount } from '@trove/chain-client/server-keys'
import { NodeQuestion, nodeReadsBegin, nodeReadsPath } from '@trove/contract/storage/node'
import { WebSocket } from 'ws'

/** A frame of a file, or nothing. */
export type FrameSource = (cid: string, frame: number) => Promise<Uint8Array | undefined>

/** The address at which this account opens its connection now; another may sign for it, or at another time. */
export function readsUrl(
  gateway: string,
  account: ServerAccount,
  { at = Math.floor(Date.now() / 1000), by = account } = {},
) {
  const signature = Buffer.from(by.signText(nodeReadsBegin(at))).toString('hex')
  return gateway.replace('http', 'ws') + nodeReadsPath(account.address, at, signature)
}

/** A storage node's connection to the gateway, answering from a source. */
export async function connectNode(gateway: string, account: ServerAccount, source: FrameSource): Promise<WebSocket> {
  const socket = new WebSocket(readsUrl(gateway, account))
  socket.on('message', async (data) => {
    const words = data.toString()
    if (!words.startsWith('{')) return
    const { number, cid, frame } = NodeQuestion.parse(JSON.parse(words))
    const head = Buffer.alloc(4)
    head.writeUInt32LE(number)
    const bytes = await source(cid, frame)
    socket.send(Buffer.concat([head, bytes ?? Buffer.alloc(0)]))
  })
  await once(socket, 'open')
  return socket
}
