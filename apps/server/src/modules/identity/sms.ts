import type { CodePurpose } from './codes/rules.ts'

/** A code on its way to a phone. */
export type SmsMessage = {
  /** Eleven digits, mainland. */
  mobile: string
  code: string
  /** Minutes the code lives. */
  minutes: number
  /** What it confirms; a provider's template may know one text for all. */
  purpose: CodePurpose
  language: 'zh-CN' | 'en'
}

/**
 * What became of a message: `sent` was taken by the provider, `refused` was certainly not sent,
 * `unknown` may arrive or not (time-out, cut connection).
 */
export type SmsOutcome = { state: 'sent' } | { state: 'refused' | 'unknown'; reason: string }

/** Port: sends sign-in codes. Never throws for what the provider or the network does. */
export type SmsSender = {
  send(message: SmsMessage): Promise<SmsOutcome>
}
