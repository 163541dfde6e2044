import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startGitSite } from '../packages/git-server/test/git-site.ts'
import { startHttpBackend } from '../packages/git-server/test/http-backend.ts'
import { git } from '../packages/git-server/test/stock-git.ts'
import { median } from './support/timings.ts'

/**
 * Stock git clones a repository and fetches its second version: from `packages/git-server`, and from plain `git http-backend`
 * on the same commits (performance, goal 16: at least 0.8 of its speed). `node bench/git-clone.ts`; see README.md.
 */

const { values: args } = parseArgs({
  options: { files: { type: 'string', default: '3000' }, rounds: { type: 'string', default: '7' } },
})
const [files, rounds] = [Number(args.files), Number(args.rounds)]
const CHANGED = 10

/** A text of 2 KB that does not compress to nothing and differs from file to file. */
const text = (seed: number) =>
  Array.from(
    { length: 80 },
    (_, line) => `line ${line} ${((seed * 7919 + line * 104_729) % 1_000_003).toString(36)}`,
  ).join('\n')

async function commit(folder: string, paths: string[], version: number): Promise<void> {
  await mkdir(join(folder, 'src'), { recursive: true })
  for (const [i, path] of paths.entries()) await writeFile(join(folder, path), text(i + version * 499_979))
  await git(folder, 'add', '--all')
  await git(folder, 'commit', '--quiet', '--message', `version ${version}`)
}

const site = await startGitSite()
const backend = await startHttpBackend(join(site.folder, 'bare'))
try {
  const at = (...names: string[]) => join(site.folder, ...names)
  const remotes = { ours: site.address, backend: `${backend.address}/repo.git` }
  const [author, paths] = [at('author'), Array.from({ length: files }, (_, i) => `src/file-${i}.ts`)]
  await mkdir(at('bare'))
  await git(site.folder, 'init', '--quiet', '--bare', '--initial-branch=main', at('bare', 'repo.git'))
  await mkdir(author)
  await git(author, 'init', '--quiet', '--initial-branch=main')
  await git(author, 'remote', 'add', 'ours', remotes.ours)
  await git(author, 'remote', 'add', 'bare', at('bare', 'repo.git'))
  const push = async () => {
    await git(author, 'push', '--quiet', 'ours', 'main')
    await git(author, 'push', '--quiet', 'bare', 'main')
  }
  const took = async (work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    return performance.now() - start
  }
  const names = ['ours', 'backend'] as const
  async function compare(title: string, prepare: (name: 'ours' | 'backend') => Promise<() => Promise<unknown>>) {
    const found = { ours: [] as number[], backend: [] as number[] }
    for (let round = -1; round < rounds; round++)
      for (const name of round % 2 ? names : names.toReversed()) {
        const ms = await took(await prepare(name))
        await rm(at('work'), { recursive: true })
        if (round >= 0) found[name].push(ms)
      }
    const shares = found.backend.map((ms, round) => ms / found.ours[round]!)
    console.log(
      `${title} http-backend ${median(found.backend).toFixed(0)} ms, ours ${median(found.ours).toFixed(0)} ms: ` +
        `${median(shares).toFixed(2)} of its speed [${Math.min(...shares).toFixed(2)}..${Math.max(...shares).toFixed(2)}]`,
    )
  }

  await commit(author, paths, 1)
  await push()
  const clone = (name: 'ours' | 'backend', to: string) => git(site.folder, 'clone', '--quiet', remotes[name], to)
  await compare('clone', async (name) => () => clone(name, 'work'))
  for (const name of names) await clone(name, `old-${name}`)
  await commit(author, paths.slice(0, files / CHANGED), 2)
  await push()
  await compare('fetch', async (name) => {
    await cp(at(`old-${name}`), at('work'), { recursive: true })
    return () => git(at('work'), 'fetch', '--quiet', 'origin')
  })
} finally {
  await backend.end()
  await site.end()
}
