import { createReadStream, createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** The floor of files: a bare `node:http` server that writes what it is sent and sends what it wrote. No checks, no database. */

const folder = process.env.FLOOR_DIR!
const server = createServer(async (request, response) => {
  // The client names numbers only; nothing else reaches this loopback port.
  const path = join(folder, String(Number(request.url!.slice(1))))
  try {
    if (request.method === 'PUT') await pipeline(request, createWriteStream(path))
    else return await pipeline(createReadStream(path), response)
    response.end('{}')
  } catch {
    response.destroy()
  }
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address() as { port: number }
  console.log(JSON.stringify({ ready: true, url: `http://127.0.0.1:${address.port}` }))
})
process.on('SIGTERM', () => process.exit(0))
