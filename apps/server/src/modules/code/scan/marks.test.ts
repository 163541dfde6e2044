import { expect, test } from 'vitest'
import { createMarks, MARKS_MOST } from './marks.ts'

const marksOf = (...texts: string[]) => {
  const marks = createMarks()
  for (const text of texts) marks.add(text)
  return marks.kept()
}
/** How much of one is in the other, in percent. */
function shareOf(one: string, other: string): number {
  const there = new Set(marksOf(other))
  const own = marksOf(one)
  return Math.round((100 * own.filter((mark) => there.has(mark)).length) / own.length)
}

const ORIGINAL = `
import { readFile } from 'node:fs/promises'
// Tides of a harbour.
export class TideTable {
  constructor(private readonly rows: { at: number; metres: number }[]) {}
  async load(path: string) {
    const text = await readFile(path, 'utf8')
    for (const line of text.split('\\n')) {
      const [at, metres] = line.split(',')
      if (at === undefined || metres === undefined) continue
      this.rows.push({ at: Number(at), metres: Number(metres) / 100 })
    }
    this.rows.sort((a, b) => a.at - b.at)
  }
  heightAt(hours: number): number {
    const next = this.rows.findIndex((row) => row.at >= hours)
    if (next <= 0) return this.rows[0]?.metres ?? 0
    const [before, after] = [this.rows[next - 1]!, this.rows[next]!]
    const share = (hours - before.at) / (after.at - before.at)
    return before.metres + share * (after.metres - before.metres)
  }
  highest(): number {
    let best = -Infinity
    for (const { metres } of this.rows) if (metres > best) best = metres
    return best
  }
}
`
const RENAMED = ORIGINAL.replace('// Tides of a harbour.', '/* My own work, honestly. */')
  .replaceAll('rows', 'entries')
  .replaceAll('metres', 'level')
  .replaceAll('TideTable', 'Gauge')
  .replaceAll("'utf8'", '"latin1"')
  .replaceAll('100', '1e2')
  .replaceAll('\n', '\n\n\t ')
const OTHER = `
package main
import ("fmt"; "sort")
type Job struct { Name string; Weight int }
func plan(jobs []Job, most int) map[string][]Job {
  out := map[string][]Job{}
  sort.Slice(jobs, func(i, j int) bool { return jobs[i].Weight > jobs[j].Weight })
  for index, job := range jobs {
    key := fmt.Sprintf("worker-%d", index % most)
    out[key] = append(out[key], job)
    if len(out[key]) > 5 { fmt.Println("full", key); delete(out, key); break }
  }
  switch { case len(out) == 0: return nil; default: return out }
}
`

test('a copy with other names, texts, comments and spaces has the marks of the original', () => {
  expect(shareOf(RENAMED, ORIGINAL)).toBe(100)
  expect(marksOf(ORIGINAL).length).toBeGreaterThan(20)
})

test('a copy inside a larger work is found from its own side, and half of a work counts for half', () => {
  expect(shareOf(ORIGINAL, `${OTHER}\n${RENAMED}`)).toBeGreaterThan(90)
  const half = shareOf(ORIGINAL, RENAMED.slice(0, RENAMED.indexOf('heightAt')))
  expect(half).toBeGreaterThan(20)
  expect(half).toBeLessThan(60)
})

test('other code shares nothing, and lists, tables and prose leave no mark', () => {
  expect(shareOf(OTHER, ORIGINAL)).toBe(0)
  const list = `[${Array.from({ length: 500 }, (_, i) => `"word ${i}", ${i}`).join(', ')}]`
  expect(marksOf(list, 'many plain words of somebody '.repeat(100), '', '"'.repeat(999))).toEqual([])
})

test('of much code the least marks are kept, whatever comes first', () => {
  const words = ['if', 'for', 'x', '=', '(', ')', '{', '}', '+', '7', 'return', 'while', ';', 'new', 'try', '<']
  // Always the same numbers.
  let seed = 1
  const next = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
    return words[(seed >>> 16) % words.length]!
  }
  const files = Array.from({ length: 40 }, () => Array.from({ length: 5000 }, next).join(' '))
  const kept = marksOf(...files)
  expect(kept).toHaveLength(MARKS_MOST)
  expect(marksOf(...files.toReversed())).toEqual(kept)
  expect(kept).toEqual(kept.toSorted((a, b) => a - b))
})
