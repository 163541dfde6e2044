import { createServer } from 'node:http'
import type { TestProject } from 'vitest/node'
import { startTestPostgres, type TestPostgres } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresBroker: string
  }
}

/**
 * One real PostgreSQL for a whole test run, started when the first test asks for it: most runs of a single file need
 * none. Test processes ask by HTTP on loopback and get its address.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let postgres: Promise<TestPostgres> | undefined
  const broker = createServer((_, response) => {
    postgres ??= startTestPostgres()
    postgres.then(
      ({ url }) => response.end(url),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  })
  await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve))
  broker.unref()
  const address = broker.address()
  project.provide('postgresBroker', `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`)
  return async () => {
    broker.close()
    await postgres?.then((started) => started.stop()).catch(() => undefined)
  }
}
