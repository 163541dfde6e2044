import { createServer, type Server } from 'node:http'
import { getAccount } from './account.ts'

/** Serves `GET /machine.json`: address and current login of the machine, to programs on this computer only. */
export function startInfoServer(
  port: number,
  machine: { host: string; port: number; dataDir: string },
): Promise<Server> {
  const server = createServer((request, response) => {
    // A page that points a name of its own at 127.0.0.1 must not read the password.
    const isLocalName = /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? '')
    const isFound = request.method === 'GET' && request.url === '/machine.json' && isLocalName
    if (!isFound) return void response.writeHead(404).end()
    const { username, password } = getAccount(machine.dataDir)
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    response.end(JSON.stringify({ host: machine.host, port: machine.port, username, password }))
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}
