import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/**
 * What scanning a version of a work costs beside reading the same bytes of it: seconds of CPU a megabyte, in alternating rounds
 * over real source code. `node bench/code-scan.ts --files 3000 --rounds 5` (issue 12)
 */
const MAIN = join(import.meta.dirname, '../apps/server/test/processes/measure-scan.ts')
execFileSync(process.execPath, [MAIN, ...process.argv.slice(2)], { stdio: 'inherit' })
