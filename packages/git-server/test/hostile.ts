import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { hostileArchives } from './hostile-archives.ts'
import { baseLetGo, baseMadeAgain, longChain } from './hostile-bases.ts'
import { hostilePushes } from './hostile-packs.ts'
import { GOOD_PUSH, type HostileCase } from './hostile-push.ts'

/** What became of one case: `taken`, the code of a refusal, or what went wrong. `mib` is the most the process has used so far. */
type Told = { outcome: string; ms: number; cpuMs: number; mib: number }
export type Tried = Told & { name: string; code: string; bytes: number }

const HEAP_MIB = 128
const child = fileURLToPath(new URL('./hostile-child.ts', import.meta.url))
const run = promisify(execFile)

/** Pushes that are right, and everything hostile. */
export function hostileCases(): (Omit<HostileCase, 'code'> & { code: string })[] {
  const good = { name: 'a good push', code: 'taken', make: () => ({ kind: 'push' as const, bytes: GOOD_PUSH() }) }
  const circle = { name: 'a delta whose base is made again from it', code: 'taken', make: baseMadeAgain }
  const chain = { name: 'a chain of large deltas', code: 'taken', make: longChain }
  const letGo = { name: 'a delta on what is held no more', code: 'taken', make: baseLetGo }
  return [good, circle, chain, letGo, ...hostilePushes(), ...hostileArchives()]
}

/** Makes every case, and has a child with a small heap try them one after the other. */
export async function tryHostile(): Promise<Tried[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hostile-cases-'))
  const sizes: number[] = []
  try {
    const cases = hostileCases()
    for (const [number, { make }] of cases.entries()) {
      const { kind, bytes, before } = make()
      sizes.push(bytes.length)
      await writeFile(join(folder, `${number}.${kind}`), bytes)
      if (before) await writeFile(join(folder, `${number}.before`), before)
    }
    const { stdout } = await run(process.execPath, [`--max-old-space-size=${HEAP_MIB}`, child, folder], {
      maxBuffer: 2 ** 24,
    })
    const lines = stdout.trim().split('\n')
    return lines.map((line) => {
      const { number, ...tried } = JSON.parse(line) as Told & { number: number }
      return { ...tried, name: cases[number]!.name, code: cases[number]!.code, bytes: sizes[number]! }
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
