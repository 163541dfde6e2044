import { createSign, createVerify, type KeyObject } from 'node:crypto'

/** RSA2: SHA-256 with RSA, in base64. */
export function signRsa2(text: string, privateKey: KeyObject): string {
  return createSign('RSA-SHA256').update(text, 'utf8').sign(privateKey, 'base64')
}

/** True when `signature` is the RSA2 signature of `text`; anything malformed is simply not one. */
export function isRsa2Valid(text: string, signature: string, publicKey: KeyObject): boolean {
  try {
    return createVerify('RSA-SHA256').update(text, 'utf8').verify(publicKey, signature, 'base64')
  } catch {
    return false
  }
}

/** The text a signature covers: `key=value` pairs in key order joined by `&`, values unescaped, without `left` keys. */
export function signedText(parameters: Record<string, string>, left: readonly string[]): string {
  return Object.keys(parameters)
    .filter((key) => !left.includes(key))
    .sort()
    .map((key) => `${key}=${parameters[key]}`)
    .join('&')
}
