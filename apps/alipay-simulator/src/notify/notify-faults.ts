import type { KeyObject } from 'node:crypto'
import { signedText, signRsa2 } from '../keys/signing.ts'
import type { Fault } from './faults.ts'

/** Signs the fields of a notification; `sign_type` is left out of the signed text unless told otherwise. */
export function signNotification(
  fields: Record<string, string>,
  privateKey: KeyObject,
  signsType: boolean,
): Record<string, string> {
  const text = signedText(fields, signsType ? ['sign'] : ['sign', 'sign_type'])
  return { ...fields, sign: signRsa2(text, privateKey) }
}

/** The form that goes out when `fault` strikes: well signed but wrong in one field, or badly signed, or re-split. */
export function spoiltNotification(
  fields: Record<string, string>,
  fault: Fault | undefined,
  privateKey: KeyObject,
  signsType: boolean,
): Record<string, string> {
  const signed = (changed: Record<string, string>) => signNotification({ ...fields, ...changed }, privateKey, signsType)
  switch (fault?.kind) {
    case 'wrong-amount':
      return signed({ total_amount: fault.amount })
    case 'wrong-app':
      return signed({ app_id: '9021000199999999', auth_app_id: '9021000199999999' })
    case 'wrong-seller':
      return signed({ seller_id: '2088102199999999' })
    case 'wrong-type':
      return { ...signed({}), sign_type: fault.draw < 0.5 ? 'RSA' : 'MD5' }
    case 'wrong-signature':
      return withBrokenSignature(signed({}))
    case 're-split':
      return reSplit(fields, fault.amount, privateKey, signsType)
    default:
      return signed({})
  }
}

/** Changes the first letter of the signature, which stays base64 of the right length but fits nothing. */
export function brokenSignature(sign: string): string {
  return (sign.startsWith('A') ? 'B' : 'A') + sign.slice(1)
}

function withBrokenSignature(form: Record<string, string>): Record<string, string> {
  return { ...form, sign: brokenSignature(form.sign ?? '') }
}

/**
 * The ambiguous-key attack: because values are joined unescaped, a subject that contains `&total_amount=...` makes one
 * signature fit two readings. This sends the reading in which the claimed amount stands where the true one stood.
 */
function reSplit(
  fields: Record<string, string>,
  claimed: string,
  privateKey: KeyObject,
  signsType: boolean,
): Record<string, string> {
  const subject = fields.subject ?? ''
  const honest = { ...fields, subject: `${subject}&total_amount=${claimed}&total_amounta=1` }
  const { sign } = signNotification(honest, privateKey, signsType)
  const { total_amount: trueAmount, ...rest } = fields
  return {
    ...rest,
    subject,
    total_amount: claimed,
    total_amounta: `1&total_amount=${trueAmount}`,
    sign: sign ?? '',
  }
}
