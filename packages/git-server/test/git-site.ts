import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { LIMITS } from '../src/format/limits.ts'
import { answerGit, type GitServer } from '../src/http.ts'
import type { VersionStore } from '../src/store/repository.ts'
import { folderStore } from './folder-store.ts'
import { needGit } from './stock-git.ts'

export type GitSite = { address: string; folder: string; store: VersionStore; end(): Promise<void> }

/** A repository on loopback, as any HTTP server would serve it, and a folder to work in. */
export async function startGitSite(policy: Partial<GitServer['policy']> = {}): Promise<GitSite> {
  needGit()
  const folder = await mkdtemp(join(tmpdir(), 'git-site-'))
  const store = await folderStore(join(folder, 'versions'))
  const scratch = join(folder, 'scratch')
  await mkdir(scratch)
  const git = { store, scratch, limits: LIMITS, policy: { mayDelete: false, mayRewrite: false, ...policy } }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url!, 'http://x')
    const { status, headers, body } = await answerGit(git, {
      method: request.method!,
      path: url.pathname.replace(/^\/repo\.git\//, ''),
      service: url.searchParams.get('service') ?? undefined,
      protocol: String(request.headers['git-protocol'] ?? ''),
      encoding: request.headers['content-encoding'],
      body: request,
    })
    response.writeHead(status, headers)
    await pipeline(Readable.from(body), response).catch(() => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/repo.git`,
    folder,
    store,
    end: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
