import type { z } from 'zod'
import { findShanghaiTime } from '../base/clock.ts'
import { GatewayError, invalidCall, refusal } from '../base/errors.ts'
import { isRsa2Valid, signedText } from '../keys/signing.ts'
import type { Fault } from '../notify/faults.ts'
import type { World } from './world.ts'

/** One verified request to the gateway. */
export interface Call {
  method: string
  /** All parameters, from address and form together. */
  parameters: Record<string, string>
  isCertMode: boolean
  /** The fault that strikes this call, for methods whose outcome it shapes. */
  fault: Fault | undefined
}

/** A method of the gateway: answers the response object or throws a GatewayError. */
export type Handler = (world: World, call: Call) => Record<string, unknown>

/**
 * Merges address and form into one set of parameters. A key given twice is refused: which one is signed would be
 * anybody's guess.
 */
export function mergeParameters(...sources: unknown[]): Record<string, string> {
  const merged: Record<string, string> = {}
  for (const source of sources) {
    for (const [key, value] of Object.entries((source ?? {}) as Record<string, unknown>)) {
      if (typeof value !== 'string' || Object.hasOwn(merged, key)) {
        throw invalidCall('isv.invalid-parameter', `参数 ${key} 重复或无效`)
      }
      merged[key] = value
    }
  }
  return merged
}

/**
 * Checks who asks and that nothing was changed: app, signature kind, time, certificates, signature. Page addresses
 * live longer than calls (a person opens them), so their time is not checked.
 */
export function requireSigned(world: World, parameters: Record<string, string>, appId: string, isPage: boolean): void {
  if (parameters.app_id !== appId) throw invalidCall('isv.invalid-app-id', '无效的AppID参数')
  if (parameters.charset !== undefined && parameters.charset.toLowerCase() !== 'utf-8') {
    throw invalidCall('isv.invalid-charset', '字符集错误')
  }
  if (parameters.sign_type !== 'RSA2') throw invalidCall('isv.invalid-signature-type', '无效签名类型')
  if (parameters.version !== '1.0') throw invalidCall('isv.invalid-version', '非法版本号')
  requireCertificates(world, parameters)
  if (parameters.sign === undefined || parameters.sign === '') {
    throw new GatewayError('40001', 'isv.missing-signature', '缺少签名参数')
  }
  const text = signedText(parameters, ['sign'])
  if (!isRsa2Valid(text, parameters.sign, world.keys.appPublic)) {
    throw invalidCall(
      'isv.invalid-signature',
      `验签出错，建议检查签名字符串或签名私钥与应用公钥是否匹配，网关生成的验签字符串为：${text}`,
    )
  }
  const at = findShanghaiTime(parameters.timestamp ?? '')
  const toleranceMs = world.config.timestampToleranceMinutes * 60_000
  if (at === undefined || (!isPage && Math.abs(at - Date.now()) > toleranceMs)) {
    throw invalidCall('isv.invalid-timestamp', '非法的时间戳参数')
  }
}

function requireCertificates(world: World, parameters: Record<string, string>): void {
  const { app_cert_sn: app, alipay_root_cert_sn: root } = parameters
  if (app === undefined && root === undefined) return
  if (app !== world.keys.appCertSn) throw invalidCall('isv.invalid-app-cert-sn', '应用公钥证书序列号无效')
  if (root !== world.keys.rootCertSn) throw invalidCall('isv.invalid-root-cert-sn', '支付宝根证书序列号无效')
}

/** Reads biz_content by a schema; `prefix` is "ACQ." for trades and "" for funds. */
export function readContent<T>(call: Call, schema: z.ZodType<T>, prefix = 'ACQ.'): T {
  let content: unknown
  try {
    content = JSON.parse(call.parameters.biz_content ?? '')
  } catch {
    throw refusal(`${prefix}INVALID_PARAMETER`, '参数无效：biz_content')
  }
  const parsed = schema.safeParse(content)
  if (parsed.success) return parsed.data
  const names = parsed.error.issues.map((issue) => issue.path.join('.') || 'biz_content')
  throw refusal(`${prefix}INVALID_PARAMETER`, `参数无效：${[...new Set(names)].join('、')}`)
}
