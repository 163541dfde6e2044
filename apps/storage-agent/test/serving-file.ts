import { serverAccount } from '@trove/chain-client/server-keys'
import { openCopy } from '../src/disk/copy.ts'
import { serveReads } from '../src/gateway/reads.ts'

/** A program that serves one file to a gateway as a storage node does, without a chain: a bench reads it. */

const { SERVE_GATEWAY: gatewayUrl, SERVE_FOLDER: folder, SERVE_CID: cid, SERVE_BYTES: bytes } = process.env
if (!gatewayUrl || !folder || !cid || !bytes) throw new Error('SERVE_GATEWAY, SERVE_FOLDER, SERVE_CID, SERVE_BYTES')

const account = serverAccount(new Uint8Array(32).fill(7))
const copy = openCopy(folder, Number(bytes))
console.log(JSON.stringify({ ready: true, account: account.address }))
await serveReads({
  ...{ gatewayUrl, account, signal: new AbortController().signal, log: () => undefined },
  source: async (asked, frame) => (asked === cid ? copy.readFrame(frame) : undefined),
})
