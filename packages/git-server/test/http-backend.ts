import { spawn } from 'node:child_process'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGunzip } from 'node:zlib'

const HEAD_END = '\r\n\r\n'

/** Serves the bare repositories of a folder by git's own `git http-backend`, one process a call, as a web server would. */
export async function startHttpBackend(folder: string): Promise<{ address: string; end(): Promise<void> }> {
  const server = createServer((request, response) => serve(folder, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    end: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function serve(folder: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url!, 'http://x')
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const body = request.headers['content-encoding'] === 'gzip' ? request.pipe(createGunzip()) : request
  // Git answers some calls without reading all they say.
  child.stdin.on('error', () => undefined)
  body.pipe(child.stdin)
  let head = ''
  const readHead = (part: Buffer) => {
    head += part.toString('latin1')
    const end = head.indexOf(HEAD_END)
    if (end < 0) return
    child.stdout.off('data', readHead)
    const fields = head
      .slice(0, end)
      .split('\r\n')
      .map((line) => line.split(': ') as [string, string])
    const status = fields.find(([name]) => name.toLowerCase() === 'status')?.[1]
    response.writeHead(
      status ? Number.parseInt(status, 10) : 200,
      Object.fromEntries(fields.filter(([n]) => n !== 'Status')),
    )
    response.write(Buffer.from(head.slice(end + HEAD_END.length), 'latin1'))
    child.stdout.pipe(response)
  }
  child.stdout.on('data', readHead)
}
