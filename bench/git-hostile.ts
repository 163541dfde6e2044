import { tryHostile } from '../packages/git-server/test/hostile.ts'

/**
 * The longest and largest of the hostile pushes and archives that `packages/git-server` refuses.
 * Usage: node bench/git-hostile.ts   (bound: 2 s and 256 MiB each)
 */

const SHOWN = 10
const tried = await tryHostile()
const wrong = tried.filter(({ code, outcome }) => code !== outcome)
console.log(`${tried.length} cases, ${wrong.length} with another outcome than expected`)
console.log(`memory of the process after all of them: ${Math.max(...tried.map(({ mib }) => mib))} MiB`)
for (const { ms, cpuMs, bytes, name } of tried.toSorted((a, b) => b.cpuMs - a.cpuMs).slice(0, SHOWN))
  console.log(
    `${String(cpuMs).padStart(6)} ms of CPU  ${String(ms).padStart(6)} ms  ${String(bytes).padStart(9)} bytes  ${name.slice(0, 80)}`,
  )
