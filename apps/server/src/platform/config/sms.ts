import { z } from 'zod'
import { ConfigError } from './error.ts'

/** Who carries codes and notices to phones, and what each provider needs. */

const given = z.string().trim().min(1)

export const smsEnvironment = {
  SMS_PROVIDER: z.enum(['outbox', 'aliyun', 'tencent']).default('outbox'),
  SMS_ALIYUN_ACCESS_KEY_ID: given.optional(),
  SMS_ALIYUN_ACCESS_KEY_SECRET: given.optional(),
  SMS_ALIYUN_SIGN_NAME: given.optional(),
  SMS_ALIYUN_TEMPLATE: given.optional(),
  SMS_ALIYUN_MOBILE_CHANGED_TEMPLATE: given.optional(),
  SMS_ALIYUN_RECEIVING_ACCOUNT_TEMPLATE: given.optional(),
  SMS_ALIYUN_NOTICE_TEMPLATE: given.optional(),
  SMS_ALIYUN_ENDPOINT: given.optional(),
  SMS_TENCENT_SECRET_ID: given.optional(),
  SMS_TENCENT_SECRET_KEY: given.optional(),
  SMS_TENCENT_APP_ID: z.string().regex(/^\d+$/, 'must be digits').optional(),
  SMS_TENCENT_SIGN_NAME: given.optional(),
  SMS_TENCENT_TEMPLATE: z.string().regex(/^\d+$/, 'must be digits').optional(),
  SMS_TENCENT_MOBILE_CHANGED_TEMPLATE: z.string().regex(/^\d+$/, 'must be digits').optional(),
  SMS_TENCENT_RECEIVING_ACCOUNT_TEMPLATE: z.string().regex(/^\d+$/, 'must be digits').optional(),
  SMS_TENCENT_NOTICE_TEMPLATE: z.string().regex(/^\d+$/, 'must be digits').optional(),
  SMS_TENCENT_REGION: z
    .string()
    .regex(/^[a-z]+-[a-z0-9-]+$/)
    .default('ap-guangzhou'),
  SMS_TENCENT_ENDPOINT: given.optional(),
}

const shape = z.object(smsEnvironment)
type Given = z.output<typeof shape>

/** @throws ConfigError naming what the chosen provider lacks */
export function readSms(it: Given) {
  if (it.SMS_PROVIDER === 'outbox') return { provider: 'outbox' as const }
  return it.SMS_PROVIDER === 'aliyun' ? readAliyun(it) : readTencent(it)
}

function readAliyun(it: Given) {
  requireAll(it, [
    'SMS_ALIYUN_ACCESS_KEY_ID',
    'SMS_ALIYUN_ACCESS_KEY_SECRET',
    'SMS_ALIYUN_SIGN_NAME',
    'SMS_ALIYUN_TEMPLATE',
    'SMS_ALIYUN_MOBILE_CHANGED_TEMPLATE',
    'SMS_ALIYUN_RECEIVING_ACCOUNT_TEMPLATE',
    'SMS_ALIYUN_NOTICE_TEMPLATE',
  ])
  return {
    provider: 'aliyun' as const,
    accessKeyId: it.SMS_ALIYUN_ACCESS_KEY_ID!,
    accessKeySecret: it.SMS_ALIYUN_ACCESS_KEY_SECRET!,
    signName: it.SMS_ALIYUN_SIGN_NAME!,
    template: it.SMS_ALIYUN_TEMPLATE!,
    mobileChangedTemplate: it.SMS_ALIYUN_MOBILE_CHANGED_TEMPLATE!,
    receivingAccountTemplate: it.SMS_ALIYUN_RECEIVING_ACCOUNT_TEMPLATE!,
    noticeTemplate: it.SMS_ALIYUN_NOTICE_TEMPLATE!,
    endpoint: it.SMS_ALIYUN_ENDPOINT,
  }
}

function readTencent(it: Given) {
  requireAll(it, [
    'SMS_TENCENT_SECRET_ID',
    'SMS_TENCENT_SECRET_KEY',
    'SMS_TENCENT_APP_ID',
    'SMS_TENCENT_SIGN_NAME',
    'SMS_TENCENT_TEMPLATE',
    'SMS_TENCENT_MOBILE_CHANGED_TEMPLATE',
    'SMS_TENCENT_RECEIVING_ACCOUNT_TEMPLATE',
    'SMS_TENCENT_NOTICE_TEMPLATE',
  ])
  return {
    provider: 'tencent' as const,
    secretId: it.SMS_TENCENT_SECRET_ID!,
    secretKey: it.SMS_TENCENT_SECRET_KEY!,
    appId: it.SMS_TENCENT_APP_ID!,
    signName: it.SMS_TENCENT_SIGN_NAME!,
    template: it.SMS_TENCENT_TEMPLATE!,
    mobileChangedTemplate: it.SMS_TENCENT_MOBILE_CHANGED_TEMPLATE!,
    receivingAccountTemplate: it.SMS_TENCENT_RECEIVING_ACCOUNT_TEMPLATE!,
    noticeTemplate: it.SMS_TENCENT_NOTICE_TEMPLATE!,
    region: it.SMS_TENCENT_REGION,
    endpoint: it.SMS_TENCENT_ENDPOINT,
  }
}

function requireAll(it: Given, names: (keyof Given)[]): void {
  const missing = names.filter((name) => !it[name])
  if (missing.length > 0) throw new ConfigError(`SMS_PROVIDER=${it.SMS_PROVIDER} needs ${missing.join(', ')}`)
}
