import { type App, createApp, ROLES, type Role } from './app/app.ts'
import { readConfig } from './platform/config/config.ts'
import { ConfigError } from './platform/config/error.ts'
import { isDatabaseDown } from './platform/db/errors.ts'

/** Starts the server: reads the environment, listens, and stops cleanly on SIGTERM or SIGINT. */

const STOP_LIMIT_MS = 9500

/** `--roles=http,jobs`: what this process does; all of it unless said otherwise. */
function readRoles(args: string[]): readonly Role[] {
  const given = args.find((arg) => arg.startsWith('--roles='))?.slice('--roles='.length)
  const unknown = args.find((arg) => !arg.startsWith('--roles='))
  if (unknown) throw new ConfigError(`unknown argument ${unknown}`)
  if (given === undefined) return ROLES
  const roles = given.split(',')
  if (roles.length === 0 || !roles.every((role): role is Role => ROLES.includes(role as Role)))
    throw new ConfigError(`--roles takes ${ROLES.join(' and ')}, comma-separated`)
  return roles
}

async function start(): Promise<App> {
  const app = await createApp(readConfig(process.env), { roles: readRoles(process.argv.slice(2)) })
  try {
    const { url } = await app.listen()
    // One line for whoever started us; everything else is the log.
    console.log(JSON.stringify({ ready: true, url }))
    return app
  } catch (error) {
    await app.stop().catch(() => undefined)
    throw error
  }
}

// A lost database reaches some promises of libraries that nobody waits for; it passes. Anything else is a bug and ends
// the process, which is started again.
process.on('unhandledRejection', (error) => {
  if (!isDatabaseDown(error)) throw error
})

let ending = false
async function stop(): Promise<void> {
  if (ending) return
  ending = true
  setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref()
  const app = await starting.catch(() => undefined)
  await app?.stop()
  process.exit(0)
}

process.on('SIGTERM', stop)
process.on('SIGINT', stop)
// Whoever started us holds our standard input open; when that process dies in whatever way, we end too.
if (process.env.PARENT_WATCH === '1') process.stdin.on('end', stop).on('error', stop).resume()
const starting = start()
starting.catch((error: Error) => {
  if (ending) return
  console.error(`trove: ${error.message}`)
  process.exit(error instanceof ConfigError ? 2 : 1)
})
