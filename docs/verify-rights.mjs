// Asks a node of the chain who anchored a content first. No word of the site is needed or trusted.
// Usage: npm install polkadot-api, then node verify-rights.mjs <ws address of a node> <content hash>
import { createClient } from 'polkadot-api'
import { getWsProvider } from 'polkadot-api/ws'

const [node, contentHash] = process.argv.slice(2)
const client = createClient(getWsProvider(node))
const rights = client.getUnsafeApi().query.Rights
const work = await rights.Works.getValue(contentHash, { at: 'finalized' })
if (work) console.log(`${work.author} anchored it in block ${work.committed} and revealed it in block ${work.revealed}`)
else console.log('nobody has anchored this content')
client.destroy()
