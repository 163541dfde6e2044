import { readFileSync } from 'node:fs'

/** Counts Chinese characters, English words and punctuation of a text. */
export function count(text) {
  return {
    hanzi: (text.match(/\p{Script=Han}/gu) ?? []).length,
    words: (text.match(/[A-Za-z]+(?:['’-][A-Za-z]+)*/g) ?? []).length,
    punctuation: (text.match(/\p{P}/gu) ?? []).length,
  }
}

if (process.argv[2]) console.log(count(readFileSync(process.argv[2], 'utf8')))
