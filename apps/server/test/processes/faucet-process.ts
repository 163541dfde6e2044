import { connectChain } from '@trove/chain-client/chain'
import { serverAccount } from '@trove/chain-client/server-keys'
import { createChainSender } from '../../src/modules/faucet/providers/chain-sender.ts'
import { sendWaiting } from '../../src/modules/faucet/sending.ts'
import { openLog } from '../../src/platform/base/log.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { openPool } from '../../src/platform/db/pool/pool.ts'

/** The faucet's sending as a process of its own, to be killed at a crash point. Environment: DATABASE_URL, CHAIN_URL. */
const log = openLog('silent')
const pool = openPool({ url: process.env.DATABASE_URL!, size: 2, log, name: 'faucet' })
const chain = connectChain(process.env.CHAIN_URL!)
await sendWaiting({ db: openDatabase(pool), sender: createChainSender(chain, serverAccount('//Ferdie')), log }, 600_000)
chain.disconnect()
await pool.end()
