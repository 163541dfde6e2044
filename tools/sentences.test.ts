import { expect, test } from 'vitest'
import { findLongSentences, MOST_WORDS, splitSentences, splitUnits } from './sentences.ts'

/** The rule about long sentences: what counts as one sentence, and what counts as a word. */

const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(' ')
const counts = (source: string) =>
  splitUnits(source)
    .flatMap(splitSentences)
    .map((sentence) => sentence.words)

test('a sentence of 41 words in a document is found with its line, its count and its beginning', () => {
  const source = `# Title\n\nShort one.\nThen ${words(MOST_WORDS)}.\n`
  expect(findLongSentences('docs/some.md', source)).toEqual([
    { line: 4, words: 41, text: expect.stringMatching(/^Then word0 word1 /) },
  ])
  expect(findLongSentences('docs/some.md', source.replace(' word0', ''))).toEqual([])
})

test('a sentence of 41 words in a docstring is found, one in code or a plain comment is not', () => {
  const long = `Then ${words(20)}\n   * ${words(20)}.`
  const source = `const a = 1\n  /**\n   * Short one.\n   * ${long}\n   */\nconst b = 2\n`
  expect(findLongSentences('a.ts', source)).toMatchObject([{ line: 4, words: 41 }])
  expect(findLongSentences('a.ts', `// ${words(60)}\nconst a = '${words(60)}'\n`)).toEqual([])
})

test('paragraphs, headings, list items, table cells and tags are units of their own', () => {
  expect(counts('# one two\nthree\n\nfour five\nsix\n\nseven')).toEqual([2, 1, 3, 1])
  expect(counts('- one two\n  three\n- four\n1. five six')).toEqual([3, 1, 3])
  expect(counts('| one | two three |\n| --- | --- |').filter(Boolean)).toEqual([1, 2])
  expect(counts('One two.\n@param a three\n@throws b')).toEqual([2, 3, 2])
})

test('a stop ends a sentence, a semicolon, a colon, a figure or an abbreviation does not', () => {
  expect(counts('One two. Three (four.) *Five?* Six')).toEqual([2, 2, 1, 1])
  expect(counts('One; two: three 1.5 and e.g. four')).toEqual([7])
})

test('code spans, code blocks and the targets of links are no words', () => {
  expect(counts('One `a b. C d` two [three four](some/path. md).')).toEqual([4])
  expect(counts('One `a\nb` two\n\n```ts\none two three\n```\n\nthree')).toEqual([2, 1])
})
