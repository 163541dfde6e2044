import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join, normalize, resolve, sep } from 'node:path'

const [, , folder = '.', port = '8080'] = process.argv
const root = resolve(folder)

createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost')
  const path = normalize(join(root, decodeURIComponent(pathname)))
  const facts = path.startsWith(root + sep) ? await stat(path).catch(() => undefined) : undefined
  if (!facts?.isFile()) return response.writeHead(404).end()
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  const start = Number(first ?? 0)
  const end = last ? Math.min(Number(last), facts.size - 1) : facts.size - 1
  if (start > end && facts.size > 0) return response.writeHead(416).end()
  const headers = { 'content-length': end - start + 1, 'accept-ranges': 'bytes' }
  if (first !== undefined) headers['content-range'] = `bytes ${start}-${end}/${facts.size}`
  response.writeHead(first === undefined ? 200 : 206, headers)
  createReadStream(path, { start, end }).pipe(response)
}).listen(Number(port))
