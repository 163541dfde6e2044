import { connectChain } from '@trove/chain-client/chain'
import { serverAccount } from '@trove/chain-client/server-keys'
import { createMarketRights } from '../../src/modules/code/providers/market-rights.ts'
import { anchorWaiting } from '../../src/modules/code/rights/anchoring.ts'
import { openLog } from '../../src/platform/base/log.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { openPool } from '../../src/platform/db/pool/pool.ts'

/** Anchoring as a process of its own, to be killed at a crash point. Environment: DATABASE_URL, CHAIN_URL, RIGHTS_OF. */
const log = openLog('silent')
const pool = openPool({ url: process.env.DATABASE_URL!, size: 2, log, name: 'rights' })
const node = connectChain(process.env.CHAIN_URL!)
const chain = createMarketRights(node, serverAccount(`//${process.env.RIGHTS_OF}`))
await anchorWaiting({ db: openDatabase(pool), chain, log })
node.disconnect()
await pool.end()
