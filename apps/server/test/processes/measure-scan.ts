import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { filesOf } from '@trove/git-server/store/digest'
import { acceptArchive } from '../../../../packages/git-server/src/archive/accept.ts'
import { LIMITS } from '../../../../packages/git-server/src/format/limits.ts'
import { readBudgetFor } from '../../../../packages/git-server/src/store/reading.ts'
import { openObjects } from '../../../../packages/git-server/src/store/repository.ts'
import { folderStore } from '../../../../packages/git-server/test/folder-store.ts'
import { zip } from '../../../../packages/git-server/test/make-archive.ts'
import { bodyOf } from '../../src/modules/code/preview/read-version.ts'
import { scanVersion } from '../../src/modules/code/scan/scan-version.ts'

/**
 * What scanning a version costs beside reading the same bytes of the same version: seconds of CPU a megabyte, in alternating
 * rounds. The version is real source code. A program of its own; `bench/code-scan.ts` runs it.
 */

const { values } = parseArgs({
  options: { files: { type: 'string', default: '3000' }, rounds: { type: 'string', default: '5' } },
})
const LIBRARIES = join(import.meta.dirname, '../../../../node_modules')

/** Files of libraries that stand beside this program. */
function realSources(): string[] {
  const all = ['es-toolkit', 'rxjs'].flatMap((library) =>
    readdirSync(join(LIBRARIES, library), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(LIBRARIES, join(entry.parentPath, entry.name))),
  )
  return all.sort().slice(0, Number(values.files))
}

const folder = await mkdtemp(join(tmpdir(), 'trove-scan-'))
try {
  const [scratch, archive] = [join(folder, 'scratch'), join(folder, 'work.zip')]
  await mkdir(scratch)
  // Not under vendor/: marks are taken of one's own code alone.
  const files = realSources().map((path) => ({ name: `src/${path}`, data: readFileSync(join(LIBRARIES, path)) }))
  await writeFile(archive, zip(files))
  const store = await folderStore(join(folder, 'store'))
  const author = { name: 'Ada', email: 'ada@example.com' }
  await acceptArchive({ store, scratch, limits: LIMITS, archive, author, message: 'one', atSeconds: 1_700_000_000 })
  const versions = await store.versions()
  const version = versions.at(-1)!
  const open = () => openObjects(store, versions, readBudgetFor(LIMITS))
  let bytes = 0
  const read = async () => {
    const objects = await open()
    bytes = 0
    for await (const { oid } of filesOf(objects, version.refs[version.head]!.oid))
      bytes += (await bodyOf(objects, oid)).body.length
  }
  const scan = async () => {
    const found = await scanVersion(await open(), version)
    if (found.fileCount === 0) throw new Error('nothing was scanned')
  }
  const cpuOf = async (work: () => Promise<void>) => {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1e6
  }
  await read()
  await scan()
  const rounds: { read: number; scan: number }[] = []
  for (let i = 0; i < Number(values.rounds); i++) rounds.push({ read: await cpuOf(read), scan: await cpuOf(scan) })
  const megabytes = bytes / 1e6
  const spread = (of: (round: (typeof rounds)[number]) => number, digits: number) => {
    const all = rounds.map(of).sort((a, b) => a - b)
    const text = (value: number) => value.toFixed(digits)
    return `${text(all[Math.floor(all.length / 2)]!)} [${text(all[0]!)}..${text(all.at(-1)!)}]`
  }
  console.log(`${files.length} files, ${megabytes.toFixed(1)} MB`)
  console.log(`seconds of CPU a MB: reading ${spread((it) => it.read / megabytes, 3)}`)
  console.log(`                    scanning ${spread((it) => it.scan / megabytes, 3)}`)
  console.log(`scanning over reading        ${spread((it) => it.scan / it.read, 2)}`)
} finally {
  await rm(folder, { recursive: true, force: true })
}
