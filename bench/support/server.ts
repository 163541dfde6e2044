import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { SERVER_NODE_ARGS } from '../../tools/start/parts.ts'
import { type Started, startProgram, stopProgram } from './processes.ts'

/** Starts the server on a database; everything not named here is the embedded world's. */
export async function startServer(
  databaseUrl: string,
  dataDir: string,
  more: NodeJS.ProcessEnv = {},
  args: string[] = [],
): Promise<Started> {
  const key = () => randomBytes(32).toString('base64')
  const env = {
    KEK: key(),
    INDEX_KEY: key(),
    TOKEN_KEY: key(),
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(dataDir, 'server'),
    PORT: '0',
    EMBEDDED: '1',
    DEMO: '0',
    LOG_LEVEL: 'error',
    CALLS_PER_MINUTE: '10000000',
    ...more,
  }
  return startProgram('apps/server/src/main.ts', env, args, SERVER_NODE_ARGS)
}

/** Brings a database to the newest shape: the server does it when it starts. */
export async function migrateWith(databaseUrl: string, dataDir: string): Promise<void> {
  await stopProgram(await startServer(databaseUrl, dataDir))
}
