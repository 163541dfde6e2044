import { fill } from '@trove/messages/kit/say'
import { smsTopics } from '@trove/messages/people/sms'
import type { CodePurpose } from './rules.ts'

/** A code that confirms something. */
export type SmsCode = {
  kind: 'code'
  code: string
  /** Minutes the code lives. */
  minutes: number
  /** What it confirms; a provider's template may know one text for all. */
  purpose: CodePurpose
}

/** A notice for the holder of a number: about the security of an account, or what they chose to be told. */
export type SmsNotice =
  | {
      /** The number is no longer the account's. */
      kind: 'mobile-changed'
      /** The last four digits of the new number; the holder of the old number must not learn more of it. */
      tail: string
    }
  | {
      /** A receiving account was bound or unbound. */
      kind: 'receiving-account-changed'
      /** Day and time in Shanghai, such as `11-22 16:05`. */
      time: string
    }
  | {
      /** A notice of the app that a person also wants on the phone; what exactly it is stands in the app. */
      kind: 'notice'
      topic: keyof typeof smsTopics
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
  /** Has one variable, the time. */
  receivingAccountTemplate: string
  /** Has one variable, what the notice is about in words. */
  noticeTemplate: string
}

/** A message as a provider wants it: the template, and the name and value of its one variable. */
export function templatedMessage(message: SmsMessage, templates: SmsTemplates) {
  if (message.kind === 'code') return { template: templates.template, name: 'code', value: message.code }
  if (message.kind === 'mobile-changed')
    return { template: templates.mobileChangedTemplate, name: 'tail', value: message.tail }
  if (message.kind === 'notice')
    return { template: templates.noticeTemplate, name: 'what', value: wordsOfTopic(message) }
  return { template: templates.receivingAccountTemplate, name: 'time', value: message.time }
}

/** What a notice is about, in the language it is told in. */
export function wordsOfTopic({ topic, language }: { topic: keyof typeof smsTopics; language: 'zh-CN' | 'en' }): string {
  return fill(smsTopics[topic], language, {})
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
