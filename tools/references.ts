import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/**
 * Every reference that code or documents make must resolve inside the repository. `decision 18` is a row of
 * docs/decisions.md, `b-markets 4` a section of the specification, `A:64` one of its lines. `money.md C.2` is a heading,
 * `ADR 5` a record, and a link of a document leads to a file. Prints each reference that does not.
 */

const SOURCES = /\.(ts|tsx|mjs|sql|rs|md|css)$/
const GENERATED = /\/generated\/|^chain\/wasm\/|CHANGELOG/
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => SOURCES.test(file) && !GENERATED.test(file) && existsSync(file))

const read = (file: string) => readFileSync(file, 'utf8')
const PART_A = 'docs/spec/a-accounts-wallet-manpower.txt'
const PART_B = 'docs/spec/b-markets.txt'
const specLines = { A: read(PART_A).split('\n'), B: read(PART_B).split('\n') }
const sections = (file: string) => new Set([...read(file).matchAll(/^## (\d+)\./gm)].map((found) => found[1]))
const specSections = { 'a-accounts-wallet-manpower': sections(PART_A), 'b-markets': sections(PART_B) }
const decisions = new Set([...read('docs/decisions.md').matchAll(/^\| (\d+) \|/gm)].map((found) => found[1]))
const money = read('docs/money.md')
const moneyIds = new Set([
  ...[...money.matchAll(/^#{2,3} ([A-F](?:\.\d)?)[. ]/gm)].map((found) => found[1]),
  ...[...money.matchAll(/^\| ([A-Z]?\d+(?:\.\d+)?) \|/gm)].map((found) => found[1]),
  ...[...money.matchAll(/\b(I\d+) /g)].map((found) => found[1]),
])
const records = new Set(
  files.flatMap((file) => {
    const found = /^docs\/adr\/0*(\d+)-/.exec(file)
    return found ? [found[1]] : []
  }),
)

/** Each kind of reference: how it is written, and whether what was found exists. */
const KINDS: { pattern: RegExp; isThere: (...parts: string[]) => boolean }[] = [
  {
    pattern: /\bdecisions? (\d+)((?:, \d+)*)(?: (?:and|to) (\d+))?/g,
    isThere: (first, more, last) =>
      [first, ...(more?.split(', ').filter(Boolean) ?? []), last].every((number) => !number || decisions.has(number)),
  },
  {
    pattern: /\b(a-accounts-wallet-manpower|b-markets) (\d+)/g,
    isThere: (part, section) => specSections[part as keyof typeof specSections].has(section),
  },
  {
    pattern: /(?<![\w:'"`.])([AB]):(\d+)\b/g,
    isThere: (part, line) => Boolean(specLines[part as 'A' | 'B'][Number(line) - 1]?.trim()),
  },
  { pattern: /\bmoney\.md ([A-Z](?:\.?\d+)*)/g, isThere: (id) => moneyIds.has(id) },
  { pattern: /\bADR (\d+)/g, isThere: (number) => records.has(number) },
]

/** Documents that were never in this repository; their names in a comment lead nowhere. */
const ELSEWHERE = /\b(money-and-safety|features\.md|performance\.md|architecture [A-Z]\d|talent\.md|look\.md)\b/g

const breaches: string[] = []
const lineOf = (source: string, at: number) => source.slice(0, at).split('\n').length

for (const file of files) {
  if (file === 'tools/references.ts') continue
  const source = read(file)
  for (const { pattern, isThere } of KINDS)
    for (const found of source.matchAll(pattern))
      if (!isThere(...found.slice(1))) breaches.push(`${file}:${lineOf(source, found.index)}: ${found[0]} is not there`)
  for (const found of source.matchAll(ELSEWHERE))
    breaches.push(`${file}:${lineOf(source, found.index)}: ${found[0]} is not in this repository`)
  if (!file.endsWith('.md')) continue
  for (const found of source.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)(#[^)\s]*)?\)/g))
    if (!existsSync(normalize(join(dirname(file), found[1]!))))
      breaches.push(`${file}:${lineOf(source, found.index)}: the link ${found[1]} leads nowhere`)
}

for (const breach of breaches) console.log(breach)
console.log(`${files.length} files, ${breaches.length} references that lead nowhere`)
process.exit(breaches.length === 0 ? 0 : 1)
