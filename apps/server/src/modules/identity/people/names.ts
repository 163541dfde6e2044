import { randomInt } from 'node:crypto'
import { fill, type Language } from '@trove/messages/kit/say'
import { identity } from '@trove/messages/people/identity'

/** Letters and digits that are not taken for one another. */
const CHARACTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const SUFFIX_LENGTH = 4
/** Marks that turn or hide text: they could make one name look like another. */
const HIDDEN = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g

/** A friendly name for a new person. */
export function defaultNickName(language: Language): string {
  const suffix = Array.from({ length: SUFFIX_LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')
  return fill(identity.defaultNickName, language, { suffix })
}

/** A typed name without hidden marks and doubled spaces; may be empty. */
export function cleanName(text: string): string {
  return text.normalize('NFC').replace(HIDDEN, '').replace(/\s+/g, ' ').trim()
}

/** Single characters and bigrams of a text in lower case: what a part of a name is found by. */
export function gramsOf(text: string): string[] {
  const characters = [...text.toLowerCase()]
  const pairs = characters.slice(1).map((character, i) => characters[i]! + character)
  return [...new Set([...characters, ...pairs])]
}
