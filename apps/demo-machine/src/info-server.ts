import { createServer, type Server } from 'node:http'
import { getAccount } from './account.ts'

/** Where a machine is, and the folder that knows its login as it is now. */
export type Login = { host: string; port: number; dataDir: string; username: string; password: string }

/**
 * Serves `GET /machine.json` (address and current login of the first machine) and `GET /fleet.json` (those of the
 * others), to programs on this computer only.
 */
export function startInfoServer(port: number, [own, ...fleet]: Login[]): Promise<Server> {
  const answers: Record<string, () => unknown> = {
    '/machine.json': () => (own ? current(own) : undefined),
    '/fleet.json': () => fleet.map(current),
  }
  const server = createServer((request, response) => {
    // A page that points a name of its own at 127.0.0.1 must not read the password.
    const isLocalName = /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? '')
    const answer = request.method === 'GET' && isLocalName ? answers[request.url ?? '']?.() : undefined
    if (answer === undefined) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    response.end(JSON.stringify(answer))
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

function current({ host, port, dataDir }: Login) {
  const { username, password } = getAccount(dataDir)
  return { host, port, username, password }
}
