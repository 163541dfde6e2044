import { readConfig } from './base/config.ts'
import { writeMerchantFile, writePeopleFile } from './keys/keys.ts'
import { buildServer } from './server.ts'
import { sweep } from './trades/sweep.ts'
import { openWorld } from './world/world.ts'

const SWEEP_EVERY_MS = 500

/** Opens everything and listens; a wrong variable, a taken port or a folder in use ends the start. */
async function start() {
  const config = readConfig(process.env)
  const world = openWorld(config)
  const server = await buildServer(world)
  const listening = await server.listen({ port: config.port, host: config.host })
  world.publicUrl ||= listening
  writeMerchantFile(config.dataDir, world.publicUrl)
  writePeopleFile(config.dataDir)
  world.notifier.start()
  const sweeper = setInterval(() => sweep(world), SWEEP_EVERY_MS)
  return { world, server, sweeper }
}

const started = await start().catch((error: unknown) => {
  console.error(`alipay-simulator: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(2)
})
const { world, server, sweeper } = started
console.log(`ready ${world.publicUrl}`)

let isStopping = false
async function stop(): Promise<void> {
  if (isStopping) return
  isStopping = true
  clearInterval(sweeper)
  await server.close()
  await world.notifier.stop()
  world.store.close()
}
process.on('SIGTERM', () => void stop())
process.on('SIGINT', () => void stop())
// Whoever started it holds its standard input open; when they die, even suddenly, it ends too.
if (process.env.SIM_PARENT_WATCH === '1') {
  const end = () => void stop()
  process.stdin.on('end', end).on('error', end).resume()
}
