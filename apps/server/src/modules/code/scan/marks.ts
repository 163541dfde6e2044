/**
 * Marks of code for finding near copies: winnowing (Schleimer, Wilkerson and Aiken, 2003) over its tokens, whatever the
 * language. Names, texts and numbers count as nothing but that, so that renaming hides no copy; comments and spaces count
 * nothing. Pure, linear in the length of the text, and of bounded memory.
 */

/** Tokens that one hash covers: less is what any two programs share. */
const GRAM = 24
/** Of so many hashes the least is a mark: whatever is alike over `GRAM + WINDOW - 1` tokens is found. */
const WINDOW = 16
/** Fewer kinds of tokens are lists and tables, which are alike everywhere. */
const KINDS_LEAST = 7
/** So many marks of a version are kept: the least, which is the same choice in every version. */
export const MARKS_MOST = 1500

const TOKEN =
  /\/\*[\s\S]*?(?:\*\/|$)|(?:\/\/|#)[^\n]*|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`(?:[^`\\]|\\.)*`?|[\p{L}_$][\p{L}\p{N}_$]*|\p{N}[\w.]*|\S/gu
const COMMENT = /^(?:\/\*|\/\/|#)/

/** Words that most languages have: a program whose names are all changed keeps them. */
const KEPT = new Set(
  (
    'abstract and as async await begin bool break byte case catch char class const continue def default defer del do ' +
    'double elif else end enum except export extends final finally float fn for foreach from func function go goto if ' +
    'implements import in int interface is lambda let long match module mut namespace new nil not null or override ' +
    'package pass private protected public raise return select self short static string struct super switch template ' +
    'then this throw throws trait try type typedef typeof union unsafe use using val var virtual void when where while ' +
    'with yield'
  ).split(' '),
)

function kindOf(token: string): string {
  if (/^["'`]/.test(token)) return 's'
  if (/^\p{N}/u.test(token)) return 'n'
  return /^[\p{L}_$]/u.test(token) && !KEPT.has(token) ? 'v' : token
}

const PRIME = 0x01000193

/** FNV-1a. */
function hashOf(kind: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < kind.length; i++) hash = Math.imul(hash ^ kind.charCodeAt(i), PRIME)
  return hash
}

/** What the token that leaves a gram counted for. */
const LEAVING = Array.from({ length: GRAM }).reduce<number>((power) => Math.imul(power, PRIME), 1)

/** Spreads neighbours apart, so that the least of a window is a fair choice. */
function mixed(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x7feb352d)
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b)
  return (hash ^ (hash >>> 16)) & 0x7fffffff
}

const NO_MARK = 0x80000000

/** A hash for each place where `GRAM` tokens begin; `NO_MARK` where they tell nothing. */
function gramsOf(text: string): number[] {
  const tokens = text.match(TOKEN)?.filter((token) => !COMMENT.test(token)) ?? []
  const hashes = tokens.map((token) => hashOf(kindOf(token)))
  const inside = new Map<number, number>()
  const grams: number[] = []
  let rolling = 0
  for (const [i, hash] of hashes.entries()) {
    rolling = (Math.imul(rolling, PRIME) + hash) | 0
    inside.set(hash, (inside.get(hash) ?? 0) + 1)
    const left = hashes[i - GRAM]
    if (left !== undefined) {
      rolling = (rolling - Math.imul(LEAVING, left)) | 0
      const count = inside.get(left)! - 1
      if (count === 0) inside.delete(left)
      else inside.set(left, count)
    }
    if (i >= GRAM - 1) grams.push(inside.size < KINDS_LEAST ? NO_MARK : mixed(rolling))
  }
  return grams
}

/** Collects the marks of a version, file by file. */
export function createMarks() {
  let marks = new Set<number>()
  const kept = () => [...marks].sort((a, b) => a - b).slice(0, MARKS_MOST)
  return {
    add(text: string): void {
      const grams = gramsOf(text)
      for (let from = 0; from + WINDOW <= grams.length; from++) {
        const least = Math.min(...grams.slice(from, from + WINDOW))
        if (least < NO_MARK) marks.add(least)
      }
      if (marks.size > 8 * MARKS_MOST) marks = new Set(kept())
    },
    /** Those that are kept, the least first. */
    kept,
  }
}
