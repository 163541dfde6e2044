import { entropyToMnemonic, mnemonicToEntropy, validateMnemonic } from '@scure/bip39'
import { wordlist as english } from '@scure/bip39/wordlists/english.js'
import { wordlist as chinese } from '@scure/bip39/wordlists/simplified-chinese.js'
import { argon2id } from 'hash-wasm'
import { type Bytes, FileDamaged } from './bytes.ts'

/**
 * The vault key opens the notes of all private files of a person. It is random; the server keeps it only as a box that the person's
 * passphrase opens, made by Argon2id, so that guessing costs. The 24 recovery words spell the key itself: with them, the chain and
 * IPFS every file comes back, also without our server. Whoever loses both loses the files.
 */

const KEY_BYTES = 32
const SALT_BYTES = 16
const NONCE_BYTES = 12
const [LEAST_KIB, MOST_KIB] = [8192, 1024 * 1024]
const MOST_PASSES = 16

/** How much a guess costs. The usual: 64 MiB and three passes, about half a second on a phone. */
export type Cost = { memoryKib: number; passes: number }
const USUAL_COST: Cost = { memoryKib: 65_536, passes: 3 }

const WORDS = { zh: chinese, en: english }
export type WordsLanguage = keyof typeof WORDS

/** A new person's key. */
export function newVaultKey(): Bytes {
  return crypto.getRandomValues(new Uint8Array(KEY_BYTES))
}

/** The key in a box that the passphrase opens: one line of text, its cost and salt in clear. */
export async function boxVaultKey(vaultKey: Bytes, passphrase: string, cost = USUAL_COST): Promise<string> {
  if (vaultKey.length !== KEY_BYTES) throw new RangeError('a vault key is 32 bytes')
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES))
  const head = `trove-vault:1:argon2id:${cost.memoryKib}:${cost.passes}:${toText(salt)}`
  const key = await keyOf(passphrase, salt, cost)
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: utf8(head) }, key, vaultKey)
  return `${head}:${toText(iv)}:${toText(new Uint8Array(sealed))}`
}

/** The key out of its box. @throws FileDamaged when the passphrase is another, or the box is damaged or none of ours */
export async function unboxVaultKey(box: string, passphrase: string): Promise<Bytes> {
  const [, head, memory, passes, salt, iv, sealed] = BOX.exec(box) ?? []
  const cost = { memoryKib: Number(memory), passes: Number(passes) }
  const isFair =
    cost.memoryKib >= LEAST_KIB && cost.memoryKib <= MOST_KIB && cost.passes > 0 && cost.passes <= MOST_PASSES
  // A box may come from a server that is not ours any more: it must not make a browser work for hours.
  if (!head || !isFair) throw new FileDamaged('this is no box of a vault key')
  const key = await keyOf(passphrase, fromText(salt!), cost)
  const opening = crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: fromText(iv!), additionalData: utf8(head) },
    key,
    fromText(sealed!),
  )
  return new Uint8Array(
    await opening.catch(() => {
      throw new FileDamaged('the passphrase does not open this box')
    }),
  )
}

/** The key in 24 words, the last of which also checks the others. */
export function wordsOf(vaultKey: Bytes, language: WordsLanguage): string {
  if (vaultKey.length !== KEY_BYTES) throw new RangeError('a vault key is 32 bytes')
  return entropyToMnemonic(vaultKey, WORDS[language])
}

/** The key out of its words, in either language, however they are spaced. @throws FileDamaged when a word is wrong or misplaced */
export function vaultKeyOf(words: string): Bytes {
  const plain = words.normalize('NFKC').trim().toLowerCase().split(/\s+/).join(' ')
  const list = Object.values(WORDS).find((one) => validateMnemonic(plain, one))
  const key = list && mnemonicToEntropy(plain, list)
  if (key?.length !== KEY_BYTES) throw new FileDamaged('these are not 24 recovery words in their order')
  return new Uint8Array(key)
}

const TEXT = '([A-Za-z0-9_-]+)'
/** Numbers without leading zeros and one way to write each byte: no two texts are the same box. */
const BOX = new RegExp(`^(trove-vault:1:argon2id:([1-9]\\d{0,7}):([1-9]\\d?):${TEXT}):${TEXT}:${TEXT}$`)

async function keyOf(passphrase: string, salt: Bytes, { memoryKib, passes }: Cost) {
  // One person's keyboard may send other code points for the same letters.
  const password = passphrase.normalize('NFKC')
  if (password === '') throw new RangeError('a passphrase has a letter')
  const lengths = { hashLength: KEY_BYTES, outputType: 'binary' } as const
  const raw = await argon2id({ password, salt, parallelism: 1, iterations: passes, memorySize: memoryKib, ...lengths })
  return await crypto.subtle.importKey('raw', new Uint8Array(raw), 'AES-GCM', false, ['encrypt', 'decrypt'])
}

function utf8(text: string): Bytes {
  return new Uint8Array(new TextEncoder().encode(text))
}

function toText(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** @throws FileDamaged when the text is not the only one for its bytes */
function fromText(text: string): Bytes {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
    if (toText(bytes) === text) return bytes
  } catch {
    // Said below.
  }
  throw new FileDamaged('this is no box of a vault key')
}
