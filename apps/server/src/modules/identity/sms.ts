import type { CodePurpose } from './codes/rules.ts'

/** A code that confirms something. */
export type SmsCode = {
  kind: 'code'
  code: string
  /** Minutes the code lives. */
  minutes: number
  /** What it confirms; a provider's template may know one text for all. */
  purpose: CodePurpose
}

/** Word to a number that it is no longer an account's. */
export type SmsNotice = {
  kind: 'mobile-changed'
  /** The last four digits of the new number; more of it is nobody's business who has the old one. */
  tail: string
}

/** A message on its way to a phone: eleven digits, mainland. */
export type SmsMessage<Content extends SmsCode | SmsNotice = SmsCode | SmsNotice> = Content & {
  mobile: string
  language: 'zh-CN' | 'en'
}

/** The approved templates of a provider, one for each kind of message. */
export type SmsTemplates = {
  /** Has one variable, the code. */
  template: string
  /** Has one variable, the last four digits of the new number. */
  mobileChangedTemplate: string
}

/** A message as a provider wants it: the template, and the name and value of its one variable. */
export function templatedMessage(message: SmsMessage, templates: SmsTemplates) {
  return message.kind === 'code'
    ? { template: templates.template, name: 'code', value: message.code }
    : { template: templates.mobileChangedTemplate, name: 'tail', value: message.tail }
}

/**
 * What became of a message: `sent` was taken by the provider, `refused` was certainly not sent,
 * `unknown` may arrive or not (time-out, cut connection).
 */
export type SmsOutcome = { state: 'sent' } | { state: 'refused' | 'unknown'; reason: string }

/** Port: sends text messages. Never throws for what the provider or the network does. */
export type SmsSender = {
  send(message: SmsMessage): Promise<SmsOutcome>
}
