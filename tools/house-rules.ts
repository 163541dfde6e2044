import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { checkFunctionSizes } from './function-sizes.ts'

/**
 * Rules of the house that no library checks: sizes of files, where words and device questions may stand, pairs of
 * device bodies, words that must not appear, files of a folder, and sizes of functions (`function-sizes.ts`). `npm run
 * check` runs it; it prints each breach with its file.
 */

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(file))
const code = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.includes('/generated/'))
const isTest = (file: string) => /\.test\.tsx?$/.test(file) || /^(e2e|apps\/server\/test)\//.test(file)
const breaches: string[] = []

const MAX_LINES = 300
const MAX_TEST_LINES = 500
/** Most files of code directly in one folder. Of `bench` each is a program that is called by its name. */
const MAX_FILES = 20
const LISTS_OF_PROGRAMS = new Set(['bench'])
const DISPLAY_TEXT_FREE = /^(apps\/(web|server)\/src|packages\/(ui|contract)\/src|tools\/start)\//
const HAN = /\p{Script=Han}/u
const DEVICE_HOMES = /^(packages\/ui|apps\/web\/src\/(app|lib))\//
const MAX_DEVICE_PAIRS = 6
/** Orders know no market (ADR 13), not even in a comment. */
const MARKETLESS = /^apps\/server\/src\/modules\/orders\/|^packages\/contract\/src\/(orders\/|errors\/orders\.ts$)/
const MARKET_WORDS = /superPoints|manpower|\b(machines?|leases?|compute|talent|storage|licences?)\b/i
/** Nor does the platform. Where the storage gateway listens and which machine this is are facts of the installation. */
const PLATFORM = /^apps\/server\/src\/platform\//
const PLATFORM_WORDS = /superPoints|manpower|\b(leases?|compute|talent|licences?)\b/i
const BANNED_NAMES = /^(index|utils?|common|helpers?|misc)\.tsx?$/

/** Words of one market; what all markets share must do without them. */
const MARKET_WORD = /comput(?!ed)|superPoints|machine|talent|manpower|codeForce|(?<!session|local)storage/i
/** Where addresses of the site are written: all in one file, and those of a market that nothing else leads to in its own. */
const SITE_PATHS = /^apps\/web\/src\/(lib\/addresses\/paths|features\/\w+\/addresses)\.ts$/
const addresses = files.filter((file) => SITE_PATHS.test(file)).map((file) => readFileSync(file, 'utf8'))
const areas = new Set([...addresses.join('\n').matchAll(/at\('\/([^'/:]+)/g)].map(([, area]) => area))
const SITE_PATH = new RegExp(`['"\`]/(?:${[...areas].join('|')})(?=[/?#'"\`])|(?:href|to)=["']/["']`)

/** Takes comments out, so that a rule about code does not read prose. */
function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')
}

for (const file of code) {
  const source = readFileSync(file, 'utf8')
  const lines = source.split('\n').length - 1
  const limit = isTest(file) ? MAX_TEST_LINES : MAX_LINES
  if (lines > limit) breaches.push(`${file}: ${lines} lines, at most ${limit}`)
  if (BANNED_NAMES.test(basename(file)) && !file.startsWith('packages/messages/'))
    breaches.push(`${file}: this name says nothing`)
  const plain = withoutComments(source)
  if (DISPLAY_TEXT_FREE.test(file) && !isTest(file) && HAN.test(plain)) {
    breaches.push(`${file}: Chinese text belongs into packages/messages`)
  }
  if (
    file.endsWith('.tsx') &&
    file.startsWith('apps/web/') &&
    !isTest(file) &&
    />[^<>{}\n]*[A-Za-z]{3,}[^<>{}\n]*<\//.test(plain)
  ) {
    breaches.push(`${file}: text between tags belongs into packages/messages`)
  }
  if (file.startsWith('apps/web/src/market/') && MARKET_WORD.test(plain)) {
    breaches.push(`${file}: the market's floor knows no market (${MARKET_WORD.exec(plain)?.[0]})`)
  }
  if (file.startsWith('apps/web/src/') && !SITE_PATHS.test(file) && !isTest(file) && SITE_PATH.test(plain)) {
    breaches.push(
      `${file}: addresses of the site belong into lib/addresses/paths.ts or the market's addresses.ts (${SITE_PATH.exec(plain)?.[0]})`,
    )
  }
  const marketWord = MARKETLESS.test(file) && !isTest(file) && MARKET_WORDS.exec(source)
  if (marketWord) breaches.push(`${file}: orders know no market, and this says ${marketWord[0]}`)
  const platformWord = PLATFORM.test(file) && !isTest(file) && PLATFORM_WORDS.exec(source)
  if (platformWord) breaches.push(`${file}: the platform knows no market, and this says ${platformWord[0]}`)
  if (/\buseDevice(Choice)?\b/.test(plain) && !DEVICE_HOMES.test(file) && !isTest(file)) {
    breaches.push(`${file}: only ui, lib and app may ask for the device`)
  }
}

const pairs = code.filter((file) => file.endsWith('.desktop.tsx')).length
if (pairs > MAX_DEVICE_PAIRS + 1) breaches.push(`${pairs} device pairs, at most ${MAX_DEVICE_PAIRS} and the shell`)

const webLines = (list: string[]) => list.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length, 0)
const web = code.filter((file) => file.startsWith('apps/web/src/') && !isTest(file))
const bodies = web.filter((file) => /\.(desktop|mobile)\.tsx$/.test(file))
if (webLines(bodies) * 10 > webLines(web))
  breaches.push(`device bodies are ${webLines(bodies)} of ${webLines(web)} web lines, at most a tenth`)

const inFolder = new Map<string, number>()
for (const file of code) inFolder.set(dirname(file), (inFolder.get(dirname(file)) ?? 0) + 1)
for (const [folder, count] of inFolder)
  if (count > MAX_FILES && !LISTS_OF_PROGRAMS.has(folder))
    breaches.push(`${folder}: ${count} files, at most ${MAX_FILES} beside its sub-folders`)

/** Sizes of type are those of tokens.css; the small parts of a price are parts of its size. */
const TYPE_SIZE = /^(var\(--text-\w+\)|inherit|[\d.]+em|calc\(.*var\(--size\).*)$/
for (const file of files.filter((name) => /^(apps\/web|packages\/ui)\/.*\.css$/.test(name)))
  for (const [, size] of readFileSync(file, 'utf8').matchAll(/font-size:\s*([^;]+);/g))
    if (!TYPE_SIZE.test(size!)) breaches.push(`${file}: type of ${size} is none of the sizes in tokens.css`)

breaches.push(...checkFunctionSizes())

for (const breach of breaches) console.log(breach)
process.exit(breaches.length === 0 ? 0 : 1)
