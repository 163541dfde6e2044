import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/**
 * A sentence in a document or a docstring has at most 40 words. Prints each that has more, with its file and line.
 * The specification is left out, because it stands here word for word, and so is the table of the tests that cover it.
 */

export const MOST_WORDS = 40

const READ = /\.(md|ts|tsx|mjs)$/
const LEFT_OUT = /\/generated\/|^docs\/spec\/|^docs\/SPEC-COVERAGE\.md$|CHANGELOG/

/** A paragraph, list item or table cell, its line breaks kept, and the line where it begins. */
type Unit = { line: number; text: string }
export type Sentence = { line: number; words: number; text: string }

/** What begins a unit of its own: a heading, a list item, a tag of a docstring. */
const BEGINS_UNIT = /^\s*(#{1,6} |[-*+] |\d+[.)] |@\w)/
const TABLE_ROW = /^\s*\|/
/** The end of a sentence: the next one does not begin with a small letter, which an abbreviation's next word would. */
const SENTENCE_END = /[.!?]['")\]*_]*(?=\s+[^\s\p{Ll}])|[。！？]/gu
const CODE_SPAN = /(`+)[^`][\s\S]*?\1/g
const LINK_TARGET = /\]\([^)]*\)/g

/** Replaced by signs that are no words, with the line breaks kept, so that lines can still be counted. */
const blank = (text: string) => text.replace(/[^\n]+/g, '`…`')

/** Splits Markdown into paragraphs, list items, headings and table cells. Code blocks are left out. */
export function splitUnits(source: string, firstLine = 1): Unit[] {
  const text = source
    .replace(/^( *)(```|~~~)[\s\S]*?^\1\2.*$/gm, (block) => block.replace(/[^\n]+/g, ''))
    .replace(CODE_SPAN, blank)
    .replace(LINK_TARGET, (target) => `]${blank(target.slice(1))}`)
  const units: Unit[] = []
  let open: Unit | undefined
  for (const [at, content] of text.split('\n').entries()) {
    const line = firstLine + at
    if (TABLE_ROW.test(content)) {
      open = undefined
      units.push(...content.split('|').map((cell) => ({ line, text: cell })))
    } else if (!content.trim()) open = undefined
    else if (open && !BEGINS_UNIT.test(content)) open.text += `\n${content}`
    else {
      const unit = { line, text: content }
      units.push(unit)
      open = /^#{1,6} /.test(content) ? undefined : unit
    }
  }
  return units
}

/** Splits a unit into sentences. A semicolon or colon does not end one; a code span or the target of a link is no word. */
export function splitSentences({ line, text }: Unit): Sentence[] {
  const ends = [...text.matchAll(SENTENCE_END)].map((found) => found.index + found[0].length)
  return [...ends, text.length].map((end, at) => {
    const begin = ends[at - 1] ?? 0
    const raw = text.slice(begin, end)
    const before = text.slice(0, begin + raw.length - raw.trimStart().length)
    const tokens = raw.split(/\s+/).filter(Boolean)
    const words = tokens.filter((token) => /[\p{L}\p{N}]/u.test(token)).length
    return { line: line + before.split('\n').length - 1, words, text: tokens.join(' ') }
  })
}

/** The docstrings of a TypeScript file, without their stars, each with the line where it begins. */
function docstrings(source: string): Unit[] {
  return [...source.matchAll(/^[ \t]*\/\*\*([\s\S]*?)\*\//gm)].map((found) => ({
    line: source.slice(0, found.index).split('\n').length,
    text: found[1]!.replace(/^[ \t]*\* ?/gm, ''),
  }))
}

/** The sentences of a file that have more than 40 words: of a document all its text, of a TypeScript file its docstrings. */
export function findLongSentences(file: string, source: string): Sentence[] {
  const parts = file.endsWith('.md') ? [{ line: 1, text: source }] : docstrings(source)
  return parts
    .flatMap(({ line, text }) => splitUnits(text, line))
    .flatMap(splitSentences)
    .filter(({ words }) => words > MOST_WORDS)
}

if (import.meta.main) {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => READ.test(file) && !LEFT_OUT.test(file) && existsSync(file))
  let found = 0
  for (const file of files)
    for (const { line, words, text } of findLongSentences(file, readFileSync(file, 'utf8'))) {
      found += 1
      console.log(`${file}:${line}: ${words} words, at most ${MOST_WORDS} in a sentence: ${text.slice(0, 60)} ...`)
    }
  console.log(`${files.length} files, ${found} sentences over ${MOST_WORDS} words`)
  process.exit(found === 0 ? 0 : 1)
}
