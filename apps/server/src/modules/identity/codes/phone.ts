import { MOBILE_PATTERN } from '@trove/contract/identity/routes'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** What a phone number is written with, after full-width forms became plain ones. */
const WRITING = /^[\d+\s().-]{11,24}$/

/**
 * Brings the usual writings of a mainland mobile number to its eleven digits: `+86`, `0086`, spaces, dashes, full-width
 * digits, invisible marks of address books. One person, one number, however it was typed.
 * @returns undefined for anything else (specification part A, 5: starts with 1, second digit 3 to 9)
 */
export function normalisePhone(text: string): string | undefined {
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
  if (!WRITING.test(plain)) return undefined
  const number = parsePhoneNumberFromString(plain, { defaultCountry: 'CN', extract: false })
  if (number?.countryCallingCode !== '86') return undefined
  const digits = String(number.nationalNumber)
  // The specification's own pattern decides: number ranges are opened faster than libraries are updated.
  return MOBILE_PATTERN.test(digits) ? digits : undefined
}

/** The number with its middle hidden: `138****0002`. */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 3)}****${phone.slice(-4)}`
}
