import { type SmsOutcome, type SmsSender, type SmsTemplates, templatedMessage } from '../codes/sms.ts'
import { signTc3 } from './tc3-signature.ts'

export type TencentSettings = SmsTemplates & {
  secretId: string
  secretKey: string
  /** SdkAppId of the application in the provider's console. */
  appId: string
  /** Approved signature. The one variable of a template is `{1}`. */
  signName: string
  region: string
  /** `host`, or an address with its protocol, where the service answers; the public one when absent. */
  endpoint?: string
}

const PUBLIC_ENDPOINT = 'sms.tencentcloudapi.com'
const SERVICE = 'sms'
const ACTION = 'SendSms'
const VERSION = '2021-01-11'
const CONTENT_TYPE = 'application/json; charset=utf-8'
const LIMIT_MS = 8_000

/** Codes of theirs after which a message may have gone out all the same. */
const UNSURE = /^(InternalError|ServiceUnavailable)/

type Answer = {
  Response?: {
    Error?: { Code?: string }
    SendStatusSet?: { Code?: string }[]
  }
}

/**
 * Sends messages by Tencent Cloud SMS (API 3.0). One signed call; nothing is repeated, because a message whose fate is
 * unknown must not be sent twice.
 */
export function createSmsTencent(settings: TencentSettings): SmsSender {
  const endpoint = settings.endpoint ?? PUBLIC_ENDPOINT
  const address = new URL(endpoint.includes('://') ? endpoint : `https://${endpoint}`)
  return {
    async send(message) {
      const { template, value } = templatedMessage(message, settings)
      const body = JSON.stringify({
        PhoneNumberSet: [`+86${message.mobile}`],
        SmsSdkAppId: settings.appId,
        SignName: settings.signName,
        TemplateId: template,
        TemplateParamSet: [value],
      })
      try {
        const answer = await fetch(address, {
          method: 'POST',
          headers: headersOf(settings, address.hostname, body),
          body,
          signal: AbortSignal.timeout(LIMIT_MS),
          redirect: 'error',
        })
        return outcomeOf(answer.status, (await answer.json()) as Answer)
      } catch (error) {
        return { state: 'unknown', reason: (error as Error).name }
      }
    },
  }
}

function headersOf(settings: TencentSettings, host: string, body: string): Record<string, string> {
  const timestamp = Math.floor(Date.now() / 1000)
  return {
    'content-type': CONTENT_TYPE,
    'x-tc-action': ACTION,
    'x-tc-version': VERSION,
    'x-tc-region': settings.region,
    'x-tc-timestamp': String(timestamp),
    authorization: signTc3({
      secretId: settings.secretId,
      secretKey: settings.secretKey,
      service: SERVICE,
      timestamp,
      headers: { 'content-type': CONTENT_TYPE, host, 'x-tc-action': ACTION.toLowerCase() },
      body,
    }),
  }
}

/** Only what they say of the one message counts; an outage or words without meaning leave its fate open. */
function outcomeOf(status: number, { Response: said }: Answer): SmsOutcome {
  const code = said?.Error?.Code ?? said?.SendStatusSet?.[0]?.Code
  if (status >= 500 || code === undefined) return { state: 'unknown', reason: code ?? `status ${status}` }
  if (code === 'Ok') return { state: 'sent' }
  return { state: UNSURE.test(code) ? 'unknown' : 'refused', reason: code.slice(0, 80) }
}
