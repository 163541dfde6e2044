import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/**
 * How much CPU drawing uploaded pictures anew takes, beside bare sharp that draws the same pictures at the same size and
 * quality, in alternating rounds; and the memory of all at once. `node bench/pictures.ts --pictures 20 --rounds 5`
 */
const MAIN = join(import.meta.dirname, '../apps/server/test/processes/measure-pictures.ts')
execFileSync(process.execPath, [MAIN, ...process.argv.slice(2)], { stdio: 'inherit' })
