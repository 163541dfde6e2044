import { createReadStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { acceptArchive } from '../src/archive/accept.ts'
import { LIMITS } from '../src/format/limits.ts'
import { PacketReader } from '../src/format/pkt-line.ts'
import { GitRefused } from '../src/format/refusal.ts'
import { acceptPush } from '../src/push/accept.ts'
import { readCommands } from '../src/push/commands.ts'
import type { VersionStore } from '../src/store/repository.ts'
import { folderStore } from './folder-store.ts'

/**
 * Tries every file of a folder, `NUMBER.push` (after `NUMBER.before`, if there is one) or `NUMBER.archive`. Says a line of JSON
 * for each: what became of it, its milliseconds of the clock and of the processor, and the most memory this process has used by
 * then. It is run as a child with a small heap.
 */

const folder = await mkdtemp(join(tmpdir(), 'hostile-'))
const scratch = join(folder, 'scratch')
await mkdir(scratch)
const from = process.argv[2]!

async function push(store: VersionStore, path: string): Promise<void> {
  const reader = new PacketReader(createReadStream(path), LIMITS.requestBytes)
  const { commands } = (await readCommands(reader, LIMITS))!
  const policy = { mayDelete: false, mayRewrite: false }
  await acceptPush({ store, scratch, limits: LIMITS, policy, commands, pack: reader.rest() })
}

async function attempt(number: string, kind: string, path: string): Promise<string> {
  const store = await folderStore(join(folder, number))
  let first = 0
  try {
    if (kind === 'push') {
      const before = join(from, `${number}.before`)
      if (existsSync(before)) await push(store, before)
      first = (await store.versions()).length
      await push(store, path)
    } else {
      const author = { name: 'Ada', email: 'ada@example.com' }
      await acceptArchive({
        store,
        scratch,
        limits: LIMITS,
        archive: path,
        author,
        message: 'one',
        atSeconds: 1_700_000_000,
      })
    }
    return 'taken'
  } catch (error) {
    const kept = (await store.versions()).length - first
    if (kept > 0) return `refused, but ${kept} versions were kept`
    return error instanceof GitRefused ? error.code : `bug: ${(error as Error).stack}`
  }
}

const files = (await readdir(from))
  .filter((file) => !file.endsWith('.before'))
  .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
for (const file of files) {
  const [number = '', kind = ''] = file.split('.')
  const began = performance.now()
  const spent = process.cpuUsage()
  const outcome = await attempt(number, kind, join(from, file))
  const ms = Math.round(performance.now() - began)
  const { user, system } = process.cpuUsage(spent)
  const cpuMs = Math.round((user + system) / 1000)
  console.log(JSON.stringify({ number: Number(number), outcome, ms, cpuMs, mib: await mostMib() }))
}
await rm(folder, { recursive: true, force: true })

/** The kernel's own high-water mark: that of `resourceUsage` counts what the parent had before it became this. */
async function mostMib(): Promise<number> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '')
  const kib = Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0)
  return Math.round(kib / 1024)
}
