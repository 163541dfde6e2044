import { createPrivateKey, createPublicKey, createVerify, type KeyObject } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { shanghaiTime } from '@trove/units/shanghai'
import { AlipayRequestError, AlipaySdk } from 'alipay-sdk'
import type { Circuit } from './circuit.ts'

/** What a merchant is configured with. Key mode needs `publicKey`, certificate mode the three certificates. */
export type AlipaySettings = {
  gatewayUrl: string
  authorizeUrl?: string
  appId: string
  sellerId: string
  privateKey: string
  keyType: 'PKCS1' | 'PKCS8'
  publicKey?: string
  /** Texts or file names. */
  appCert?: string
  publicCert?: string
  rootCert?: string
  timeoutMs?: number
  /** How long nobody is let through after several calls without an answer. */
  restMs?: number
}

/** An answer whose signature is right, or that nothing is known. Fields keep the gateway's own names. */
export type GatewayAnswer =
  | { kind: 'success'; fields: Record<string, unknown> }
  /** A business refusal: decide on subCode, never on the message. */
  | { kind: 'refused'; subCode: string }
  /** The gateway did not take the call as it was made (keys, permissions, form): nothing follows for the deed. */
  | { kind: 'rejected'; subCode: string }
  | { kind: 'unknown'; reason: string }

/** An answer came whose signature is missing or wrong: somebody in between, or another key. A security event. */
export type OnUnverified = (event: { method: string; reason: string }) => void

export type AlipayGateway = {
  call(method: string, params: CallParams): Promise<GatewayAnswer>
  pageUrl(method: string, params: { notifyUrl: string; returnUrl: string; bizContent: Record<string, string> }): string
  isNotifySigned(fields: Record<string, string>): boolean
}

export type CallParams = { bizContent?: Record<string, unknown> } & Record<string, unknown>

const TIMEOUT_MS = 8000
/** Outcomes the gateway itself does not know (C.1): 20000, isp.*, aop.*, SYSTEM_ERROR in all its spellings. */
/** Methods whose success carries no code. */
const CODELESS = new Set(['alipay.system.oauth.token'])
const BUSY = /^(isp\.|aop\.)|(^|\.)SYSTEM_ERROR$|REQUEST_PROCESSING$|^QUERY_ORDER_ERROR$/

/**
 * The only use of the official SDK (money.md C.0). Its defaults do not verify answers; here every answer is
 * verified, errors included, and one that is not verified is `unknown`.
 * @throws Error when the gateway's public key is missing: without it nothing could be believed
 */
export function openAlipayGateway(
  settings: AlipaySettings,
  circuit: Circuit,
  onUnverified: OnUnverified = () => {},
): AlipayGateway {
  const sdk = openSdk(settings)
  const publicKey = sdk.config.alipayPublicKey
  if (!publicKey) throw new Error('the public key of Alipay is missing')
  readKeysOnce(sdk)
  return {
    async call(method, params) {
      if (circuit.isOpen()) return { kind: 'unknown', reason: 'gateway down' }
      const answer = await execute(sdk, publicKey, method, params)
      if (answer.kind !== 'unknown' || answer.why === 'busy') circuit.succeeded()
      else if (answer.why === 'no-answer') circuit.failed()
      else {
        circuit.unverified()
        onUnverified({ method, reason: answer.reason })
      }
      return answer
    },
    pageUrl: (method, params) => sdk.pageExecute(method, 'GET', { ...params, timestamp: shanghaiTime(new Date()) }),
    isNotifySigned(fields) {
      try {
        return sdk.checkNotifySignV2(fields)
      } catch {
        // The SDK throws on signatures of unknown kinds and on odd text; both are simply not signed.
        return false
      }
    },
  }
}

function openSdk(settings: AlipaySettings): AlipaySdk {
  const { appCert, publicCert, rootCert } = settings
  const isCertMode = appCert !== undefined && publicCert !== undefined && rootCert !== undefined
  if (!isCertMode && !settings.publicKey) throw new Error('the public key of Alipay is missing')
  return new AlipaySdk({
    appId: settings.appId,
    privateKey: settings.privateKey,
    keyType: settings.keyType,
    gateway: settings.gatewayUrl,
    timeout: settings.timeoutMs ?? TIMEOUT_MS,
    camelcase: false,
    signType: 'RSA2',
    ...(isCertMode
      ? {
          appCertContent: textOf(appCert),
          alipayPublicCertContent: textOf(publicCert),
          alipayRootCertContent: textOf(rootCert),
        }
      : { alipayPublicKey: settings.publicKey }),
  })
}

/**
 * The SDK hands its keys on to the crypto library as they are; as texts they would be read again for every signature,
 * which takes as long as signing.
 * @throws Error when a key cannot be read
 */
function readKeysOnce({ config }: AlipaySdk): void {
  const keys: Record<'privateKey' | 'alipayPublicKey', KeyObject> = {
    privateKey: readKey('the private key of the app at Alipay', () => createPrivateKey(config.privateKey)),
    alipayPublicKey: readKey('the public key of Alipay', () => createPublicKey(config.alipayPublicKey)),
  }
  Object.assign(config, keys)
}

function readKey(name: string, read: () => KeyObject): KeyObject {
  try {
    return read()
  } catch {
    // What the crypto library says may quote the key.
    throw new Error(`${name} cannot be read`)
  }
}

function textOf(textOrFile: string): string {
  return existsSync(textOrFile) ? readFileSync(textOrFile, 'utf8') : textOrFile
}

type Executed =
  | Exclude<GatewayAnswer, { kind: 'unknown' }>
  | { kind: 'unknown'; reason: string; why: 'no-answer' | 'unverified' | 'busy' }

async function execute(sdk: AlipaySdk, publicKey: string, method: string, params: CallParams): Promise<Executed> {
  try {
    // A timestamp given here replaces the SDK's own, which is in the time zone of the process.
    const signed = { ...params, timestamp: shanghaiTime(new Date()) }
    return classify(method, await sdk.exec(method, signed, { validateSign: true }))
  } catch (error) {
    const raw = error instanceof AlipayRequestError ? error.responseDataRaw : undefined
    const fields = raw === undefined ? undefined : findSignedError(String(raw), publicKey)
    if (fields !== undefined) return classify(method, fields)
    return { kind: 'unknown', ...readFailure(error) }
  }
}

function classify(method: string, fields: Record<string, unknown>): Executed {
  const code = fields.code === undefined ? '' : String(fields.code)
  const subCode = String(fields.sub_code ?? '')
  if (code === '10000' || (code === '' && CODELESS.has(method))) return { kind: 'success', fields }
  if (code === '20000' || (code === '40004' && BUSY.test(subCode))) {
    return { kind: 'unknown', reason: subCode || code, why: 'busy' }
  }
  if (code === '40004') return { kind: 'refused', subCode }
  return { kind: 'rejected', subCode: subCode || code }
}

/**
 * The SDK reports an `error_response` as a wrong signature (C.0.2), so its signature is checked here: it covers the exact
 * characters of the object that stands first in the body.
 */
function findSignedError(raw: string, publicKey: string): Record<string, unknown> | undefined {
  const found = /^\s*\{"error_response":(\{.*\}),(?:"alipay_cert_sn":"[^"]*",)?"sign":"([^"]+)"\}\s*$/s.exec(raw)
  if (!found) return undefined
  try {
    if (!createVerify('RSA-SHA256').update(found[1]!, 'utf8').verify(publicKey, found[2]!, 'base64')) return undefined
    return JSON.parse(found[1]!) as Record<string, unknown>
  } catch {
    return undefined
  }
}

/** The SDK's whole text (4.14) for a status other than 200, which it keeps nowhere else; the trace id is the gateway's, if it sent one. */
const OTHER_STATUS = /^HTTP \S+, status: \d{3}(?: \(traceId: [^)]*\))?$/

/** Only the kind of failure: messages of the SDK carry whole signed requests. */
function readFailure(error: unknown): { reason: string; why: 'no-answer' | 'unverified' } {
  if (!(error instanceof AlipayRequestError)) {
    // The crypto library refuses a signature that is not there with a TypeError.
    if (error instanceof TypeError) return { reason: 'unsigned answer', why: 'unverified' }
    return { reason: 'call failed', why: 'no-answer' }
  }
  const isAnswer = error.responseDataRaw !== undefined && !OTHER_STATUS.test(error.message)
  return isAnswer ? { reason: 'answer not verified', why: 'unverified' } : { reason: 'no answer', why: 'no-answer' }
}
