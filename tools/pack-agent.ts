import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packAgents, packComputeAgent } from './pack/agents.ts'

/**
 * `node tools/pack-agent.ts [folder]`: packs the agent of machines without a public address into one file, and the storage
 * agent with its own Node for each platform, into the folder that the site serves downloads from. Nothing is done where the folder has them already. `npm start` runs it once the site serves.
 */
const root = dirname(dirname(fileURLToPath(import.meta.url)))
// Whoever looks at the site comes first.
setPriority(constants.priority.PRIORITY_LOW)
await packComputeAgent(root, join(root, 'apps/compute-agent/dist/agent.mjs'))
const packs = await packAgents(root, process.argv[2] ?? join(root, 'apps/storage-agent/dist'))
for (const { file, bytes, sha256 } of packs) console.log(`${file} ${bytes} ${sha256}`)
