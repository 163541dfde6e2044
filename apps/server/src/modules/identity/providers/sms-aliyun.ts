import { createRequire } from 'node:module'
import { type SmsOutcome, type SmsSender, type SmsTemplates, templatedMessage } from '../codes/sms.ts'

export type AliyunSettings = SmsTemplates & {
  accessKeyId: string
  accessKeySecret: string
  /** Approved signature. The templates' variables are called `code` and `tail`. */
  signName: string
  /** `host`, or an address with its protocol, where the service answers; the public one when absent. */
  endpoint?: string
}

const PUBLIC_ENDPOINT = 'dysmsapi.aliyuncs.com'
const CONNECT_TIMEOUT_MS = 3_000
const READ_TIMEOUT_MS = 8_000

/** Sends messages by Alibaba Cloud SMS. Its client is large, so it is loaded with the first message. */
export function createSmsAliyun(settings: AliyunSettings): SmsSender {
  let opened: ReturnType<typeof openClient> | undefined
  return {
    async send(message) {
      const { template, name, value } = templatedMessage(message, settings)
      opened ??= openClient(settings)
      const { client, models, runtime } = opened
      const request = new models.SendSmsRequest({
        phoneNumbers: message.mobile,
        signName: settings.signName,
        templateCode: template,
        templateParam: JSON.stringify({ [name]: value }),
      })
      try {
        const { body } = await client.sendSmsWithOptions(request, runtime)
        return body?.code === 'OK' ? { state: 'sent' } : { state: 'refused', reason: body?.code ?? 'no code' }
      } catch (error) {
        return outcomeOf(error)
      }
    },
  }
}

function openClient(settings: AliyunSettings) {
  // A CommonJS package: required, so that what it exports does not depend on who loads it.
  const sdk: typeof import('@alicloud/dysmsapi20170525') = createRequire(import.meta.url)('@alicloud/dysmsapi20170525')
  const Client = sdk.default
  const endpoint = settings.endpoint ?? PUBLIC_ENDPOINT
  const address = new URL(endpoint.includes('://') ? endpoint : `https://${endpoint}`)
  const config = {
    accessKeyId: settings.accessKeyId,
    accessKeySecret: settings.accessKeySecret,
    endpoint: address.host,
    protocol: address.protocol.replace(':', ''),
  }
  // Plain objects do where the client only reads fields; its classes live in packages of their own. It repeats nothing
  // unless told to: a message whose fate is unknown must not be sent twice.
  const client = new Client(config as ConstructorParameters<typeof Client>[0])
  const runtime = { connectTimeout: CONNECT_TIMEOUT_MS, readTimeout: READ_TIMEOUT_MS }
  return { client, models: sdk, runtime: runtime as Parameters<typeof client.sendSmsWithOptions>[1] }
}

/** An answer with a code of theirs is a refusal; without one the outcome is unknown. */
function outcomeOf(error: unknown): SmsOutcome {
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  const isAnswer = typeof statusCode === 'number' && statusCode < 500
  return { state: isAnswer ? 'refused' : 'unknown', reason: String(code ?? 'no answer').slice(0, 80) }
}
