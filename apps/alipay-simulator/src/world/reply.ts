import type { KeyObject } from 'node:crypto'
import { randomToken } from '../base/random.ts'
import { signRsa2 } from '../keys/signing.ts'

interface ReplyParts {
  /** `alipay_trade_query_response` or `error_response`. */
  name: string
  answer: Record<string, unknown>
  key: KeyObject
  /** Serial of the gateway's certificate, in certificate mode. */
  certSn: string | undefined
}

/** The signed text of an answer: JSON with escaped slashes, as the real gateway writes it. */
export function answerText(answer: Record<string, unknown>): string {
  return JSON.stringify(answer).replaceAll('/', '\\/')
}

/** Builds the body as one string, because the signature covers exactly the characters of the answer object. */
export function signedBody(parts: ReplyParts): string {
  const text = answerText(parts.answer)
  const certificate = parts.certSn === undefined ? '' : `"alipay_cert_sn":"${parts.certSn}",`
  return `{"${parts.name}":${text},${certificate}"sign":"${signRsa2(text, parts.key)}"}`
}

/** The same body without any signature. */
export function unsignedBody(name: string, answer: Record<string, unknown>): string {
  return `{"${name}":${answerText(answer)}}`
}

/** The name under which a method's answer stands. */
export function responseName(method: string): string {
  return `${method.replaceAll('.', '_')}_response`
}

/** A trace id like the gateway's own. */
export function makeTraceId(): string {
  return randomToken(16)
}
