import { createHash } from 'node:crypto'
import { freePort } from '../../tools/start/free-port.ts'
import type { OwnDatabase } from './own-database.ts'
import type { SealedFile } from './sealed.ts'
import { startServer } from './server.ts'
import { signIn } from './sign-in.ts'

/** A server with its storage gateway, and what a browser asks of both for one file. */

/** An account of the chain; nobody signs here. */
const ACCOUNT = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'

async function asked(url: string, init: RequestInit): Promise<Record<string, unknown>> {
  const answer = await fetch(url, init)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${init.method} ${url}: ${answer.status} ${text.slice(0, 300)}`)
  return (JSON.parse(text) as { data: Record<string, unknown> }).data
}

/** The name of a part in its address. A browser makes it with the part, before anything is sent. */
export const hashOf = (part: Uint8Array): string => createHash('sha256').update(part).digest('hex')

/** Starts the server with a gateway; `more` is its further environment. */
export async function startStorage({ databaseUrl, dataDir, keep }: OwnDatabase, more: NodeJS.ProcessEnv = {}) {
  const port = await freePort()
  const gateway = `http://127.0.0.1:${port}`
  const env = { STORAGE_PORT: String(port), STORAGE_URL: gateway, ...more }
  const server = keep(await startServer(databaseUrl, dataDir, env))
  const site = String(server.said.url)
  return {
    gateway,
    pid: server.child.pid!,
    signIn: (mobile: string) => signIn(site, mobile).then(({ authorization }) => authorization),
    async begin(authorization: string, { cid, root, bytes }: SealedFile): Promise<string> {
      const headers = { authorization, 'content-type': 'application/json' }
      const body = JSON.stringify({ cid, root, bytes, account: ACCOUNT })
      const url = `${site}/api/storage/upload/create`
      return String((await asked(url, { method: 'POST', headers, body })).id)
    },
    async put(
      authorization: string,
      id: string,
      number: number,
      body: Uint8Array<ArrayBuffer>,
      hash = hashOf(body),
    ): Promise<void> {
      const headers = { authorization, 'content-type': 'application/vnd.ipld.car' }
      await asked(`${gateway}/uploads/${id}/parts/${number}/${hash}`, { method: 'PUT', headers, body })
    },
    async finish(authorization: string, id: string): Promise<void> {
      await asked(`${site}/api/storage/upload/finish/${id}`, { method: 'POST', headers: { authorization } })
    },
    async remove(authorization: string, id: string): Promise<void> {
      await asked(`${site}/api/storage/upload/remove/${id}`, { method: 'DELETE', headers: { authorization } })
    },
  }
}

/** Reads an address to its end. */
export async function readAll(url: string): Promise<number> {
  const answer = await fetch(url)
  if (!answer.ok || !answer.body) throw new Error(`${url}: ${answer.status}`)
  let bytes = 0
  for await (const piece of answer.body) bytes += piece.length
  return bytes
}
