import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/**
 * Holds docs/SPEC-COVERAGE.md to the truth. A row is `| number | what | shown by |`. "Shown by" is a test, written
 * `path/to/file.test.ts › its name`. The check fails when a named file does not exist or has no test of exactly that title (of a
 * table test its template, as it stands there). It also fails when a row is empty, when a number comes twice, or when there is
 * no row at all.
 */

const FILE = 'docs/SPEC-COVERAGE.md'
const ROW = /^\| (\w[\w.-]*) \| (.+) \| (.*) \|$/

const rows = readFileSync(FILE, 'utf8')
  .split('\n')
  .flatMap((line) => {
    const found = ROW.exec(line)
    return found && found[1] !== 'no' ? [{ number: found[1]!, what: found[2]!, shownBy: found[3]!.trim() }] : []
  })

/** The title of a test is the first argument of `test`, `it`, or of what their `each` gives back. */
const TITLE = /(?:\b(?:test|it)(?:\.\w+)*|\)|`)\(\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`),\s/g

const titles = new Map<string, Set<string>>()
function titlesOf(file: string): Set<string> | undefined {
  if (!existsSync(file)) return undefined
  if (!titles.has(file)) {
    const found = [...readFileSync(file, 'utf8').matchAll(TITLE)]
    titles.set(
      file,
      new Set(found.map(([, single, double, tick]) => (single ?? double ?? tick ?? '').replaceAll('\\', ''))),
    )
  }
  return titles.get(file)
}

const tracked = new Set(
  execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).split('\n'),
)

function complaint(shownBy: string): string | undefined {
  if (shownBy === '') return 'shown by nothing'
  const [file = '', name] = shownBy.split(' › ').map((part) => part.trim())
  const known = titlesOf(file)
  if (known === undefined || !tracked.has(file)) return `no such test file: ${file}`
  if (!name) return 'names a file but no test'
  return known.has(name) ? undefined : `no test of exactly that title in ${file}: ${name}`
}

const complaints = rows.flatMap(({ number, shownBy }) => {
  const text = complaint(shownBy)
  return text ? [`${number}: ${text}`] : []
})
const seen = new Set<string>()
for (const { number } of rows) {
  if (seen.has(number)) complaints.push(`${number}: comes twice`)
  seen.add(number)
}
if (rows.length === 0) complaints.push('no rows')

for (const text of complaints) console.log(text)
if (complaints.length === 0) console.log(`${rows.length} rows, each shown by a test`)
process.exit(complaints.length === 0 ? 0 : 1)
