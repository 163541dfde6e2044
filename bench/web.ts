import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { median } from './support/timings.ts'

/**
 * The web app's weights by page, from the last build; ends with an error when a list is heavier than goal 11 allows. With `--site URL` and LIGHTHOUSE=path/to/lighthouse also Lighthouse's
 * mobile measure of the landing pages in both languages. See README.md.
 */

const { values: args } = parseArgs({ options: { site: { type: 'string' }, runs: { type: 'string', default: '5' } } })
const dist = fileURLToPath(new URL('../apps/web/dist/', import.meta.url))

type Entry = { file: string; name?: string; imports?: string[] }
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Entry>

const PAGES = 'src/app/pages'
const WORDS = '../../packages/messages/src'
const APP = ['index.html', `${WORDS}/words-zh.ts`]
/** Comes with the markets of experts and of storage (`earlyWordsOf`). */
const MARKET_WORDS = `${WORDS}/market-words-zh.ts`
/** Comes with every screen but the lists of the markets and what belongs to them. */
const MORE_WORDS = [`${WORDS}/more-words-zh.ts`, `${WORDS}/code-words-zh.ts`, MARKET_WORDS]
/** Says which files belong to which screen; comes before any screen that it names. */
const LATER = Object.keys(manifest).find((key) => manifest[key]!.name === 'later-screens')!
/** What each page runs before a person does anything: its sources, whose imports come along. */
const WEIGHED: Record<string, string[]> = {
  'landing page': ['src/landing.ts'],
  'landing page, after the first sign of use': [...APP, ...MORE_WORDS, `${PAGES}/landing/home.mobile.tsx`],
  'sign-in page': [...APP, ...MORE_WORDS, 'src/features/identity/login/login.tsx'],
  'resource market, computing': [
    ...APP,
    `${PAGES}/resource-market.tsx`,
    'src/features/compute/list/compute-market.tsx',
  ],
  'resource market, storage': [
    ...APP,
    MARKET_WORDS,
    `${PAGES}/resource-market.tsx`,
    'src/features/storage/network/storage-market.tsx',
  ],
  'list of computing offers': [...APP, 'src/features/compute/list/compute-list.tsx'],
  'cockpit of a lease, its charts with it': [...APP, ...MORE_WORDS, LATER, 'src/features/compute/cockpit/cockpit.tsx'],
  'list of experts': [...APP, MARKET_WORDS, 'src/features/talent/experts/manpower.tsx'],
  'list of works': [...APP, 'src/features/code/list/code-list.tsx'],
  'page of a work, its preview with it': [...APP, ...MORE_WORDS, LATER, 'src/features/code/detail/code-detail.tsx'],
}

function filesOf(sources: string[]): string[] {
  const found = new Map<string, string>()
  const add = (key: string) => {
    const entry = manifest[key]
    // A source without a file of its own would be left out of the weight unseen.
    if (!entry) throw new Error(`the build has no file for ${key}`)
    if (found.has(key)) return
    found.set(key, entry.file)
    for (const next of entry.imports ?? []) add(next)
  }
  for (const source of sources) add(source)
  return [...found.values()]
}

/** What a list may weigh, in bytes with brotli (goal 11). */
const LIST_LIMIT = 150 * 1024
/** The pages that this holds for. */
const LISTS = [
  'resource market, computing',
  'resource market, storage',
  'list of computing offers',
  'list of experts',
  'list of works',
]

const kib = (bytes: number) => (bytes / 1024).toFixed(1).padStart(7)

type Weight = { raw: number; gzip: number; brotli: number }
/** By file: pages share most of them, and packing takes long. */
const weights = new Map<string, Weight>()

function weightOf(file: string): Weight {
  const bytes = readFileSync(join(dist, file))
  const weight = weights.get(file) ?? {
    ...{ raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length },
    brotli: brotliCompressSync(bytes).length,
  }
  weights.set(file, weight)
  return weight
}

function weigh(name: string, files: string[]): void {
  const sum = { raw: 0, gzip: 0, brotli: 0 }
  for (const file of files) {
    const { raw, gzip, brotli } = weightOf(file)
    sum.raw += raw
    sum.gzip += gzip
    sum.brotli += brotli
  }
  const isTooHeavy = LISTS.includes(name) && sum.brotli > LIST_LIMIT
  if (isTooHeavy) process.exitCode = 1
  console.log(
    `${name.padEnd(44)}${String(files.length).padStart(3)} files ${kib(sum.raw)} ${kib(sum.gzip)} ${kib(sum.brotli)}${isTooHeavy ? `  more than ${kib(LIST_LIMIT).trim()}` : ''}`,
  )
}

type Report = { categories: { performance: { score: number } }; audits: Record<string, { numericValue?: number }> }

function lighthouse(program: string, url: string, language: string): Report {
  const folder = mkdtempSync(join(tmpdir(), 'trove-lighthouse-'))
  const out = join(folder, 'report.json')
  const flags =
    '--headless=new --no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-sync'
  try {
    execFileSync(
      program,
      [
        url,
        '--quiet',
        '--only-categories=performance',
        '--output=json',
        `--output-path=${out}`,
        `--chrome-flags=${flags}`,
        `--extra-headers=${JSON.stringify({ cookie: `view=${language}.mobile` })}`,
      ],
      { stdio: ['ignore', 'ignore', 'inherit'], timeout: 180_000 },
    )
    return JSON.parse(readFileSync(out, 'utf8')) as Report
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Chrome now and then gives Lighthouse no trace at all; it asks to be run again, which is told. */
function measureOnce(program: string, url: string, language: string): Report {
  for (let failures = 0; ; failures++)
    try {
      return lighthouse(program, url, language)
    } catch (error) {
      if (failures === 2) throw error
      console.error(`again: ${url} ${language}`)
    }
}

function measure(program: string, site: string, path: string, language: string): void {
  const reports = Array.from({ length: Number(args.runs) }, () => measureOnce(program, site + path, language))
  const scores = reports.map(({ categories }) => Math.round(categories.performance.score * 100))
  const of = (id: string) => median(reports.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN))
  console.log(
    `${`${path} ${language}`.padEnd(24)} score ${median(scores)} [${Math.min(...scores)}..${Math.max(...scores)}]` +
      `  FCP ${(of('first-contentful-paint') / 1000).toFixed(2)} s  LCP ${(of('largest-contentful-paint') / 1000).toFixed(2)} s` +
      `  TBT ${of('total-blocking-time').toFixed(0)} ms  CLS ${of('cumulative-layout-shift').toFixed(3)}`,
  )
}

console.log(`${'JavaScript, KiB'.padEnd(54)}    raw    gzip  brotli`)
for (const [name, sources] of Object.entries(WEIGHED)) weigh(name, filesOf(sources))
for (const page of ['home', 'computingPower', 'workCodeForce'])
  weigh(`HTML of /${page} (phone, Chinese)`, [`landing/${page}.zh-CN.mobile.html`])
if (args.site && process.env.LIGHTHOUSE)
  for (const path of ['/home', '/computingPower', '/workCodeForce'])
    for (const language of ['zh-CN', 'en']) measure(process.env.LIGHTHOUSE, args.site, path, language)
