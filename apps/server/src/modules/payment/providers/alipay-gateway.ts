import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { AlipaySdk } from 'alipay-sdk'
import {
  addressOf,
  type Caller,
  type CallParams,
  createPoster,
  openAnswer,
  type Poster,
  signParameters,
} from './alipay-client.ts'
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
  | { kind: 'refused'; subCode: string; words?: string }
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

const TIMEOUT_MS = 8000
/** Outcomes the gateway itself does not know (C.1): 20000, isp.*, aop.*, SYSTEM_ERROR in all its spellings. */
/** Methods whose success carries no code. */
const CODELESS = new Set(['alipay.system.oauth.token'])
const BUSY = /^(isp\.|aop\.)|(^|\.)SYSTEM_ERROR$|REQUEST_PROCESSING$|^QUERY_ORDER_ERROR$/

/**
 * The only use of the official SDK (money.md C.0): it reads keys and certificates and verifies notifications. Calls are
 * our own (alipay-client.ts). Every answer is verified, errors included, and one that is not verified is `unknown`.
 * @throws Error when a key is missing or cannot be read: without the gateway's nothing could be believed
 */
export function openAlipayGateway(
  settings: AlipaySettings,
  circuit: Circuit,
  onUnverified: OnUnverified = () => {},
): AlipayGateway {
  const sdk = openSdk(settings)
  const keys = readKeysOnce(sdk)
  const caller = { appId: settings.appId, privateKey: keys.privateKey, certificates: certificatesOf(sdk) }
  const poster = createPoster(settings.gatewayUrl, settings.timeoutMs ?? TIMEOUT_MS)
  return {
    async call(method, params) {
      if (!circuit.tryPass()) return { kind: 'unknown', reason: 'gateway down' }
      const answer = await execute({ caller, poster, publicKey: keys.alipayPublicKey }, method, params)
      if (answer.kind !== 'unknown' || answer.why === 'busy') circuit.succeeded()
      else if (answer.why === 'no-answer') circuit.failed()
      else {
        circuit.unverified()
        onUnverified({ method, reason: answer.reason })
      }
      return answer
    },
    pageUrl: (method, { notifyUrl, returnUrl, bizContent }) =>
      addressOf(
        settings.gatewayUrl,
        signParameters(caller, method, { notify_url: notifyUrl, return_url: returnUrl, bizContent }),
      ),
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

type Keys = Record<'privateKey' | 'alipayPublicKey', KeyObject>

/**
 * The SDK hands its keys on to the crypto library as they are; as texts they would be read again for every signature,
 * which takes as long as signing.
 * @throws Error when a key is missing or cannot be read
 */
function readKeysOnce({ config }: AlipaySdk): Keys {
  if (!config.alipayPublicKey) throw new Error('the public key of Alipay is missing')
  const keys: Keys = {
    privateKey: readKey('the private key of the app at Alipay', () => createPrivateKey(config.privateKey)),
    alipayPublicKey: readKey('the public key of Alipay', () => createPublicKey(config.alipayPublicKey)),
  }
  Object.assign(config, keys)
  return keys
}

/** The serial numbers as the SDK reads them from the certificates. */
function certificatesOf({ config }: AlipaySdk): Caller['certificates'] {
  const { appCertSn, alipayRootCertSn } = config
  return appCertSn && alipayRootCertSn ? { app_cert_sn: appCertSn, alipay_root_cert_sn: alipayRootCertSn } : undefined
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

type Line = { caller: Caller; poster: Poster; publicKey: KeyObject }

async function execute({ caller, poster, publicKey }: Line, method: string, params: CallParams): Promise<Executed> {
  const posted = await poster(signParameters(caller, method, params))
  if (posted.kind === 'no-answer') return { kind: 'unknown', reason: 'no answer', why: 'no-answer' }
  const opened = openAnswer(posted.text, method, publicKey)
  if ('reason' in opened) return { kind: 'unknown', reason: opened.reason, why: 'unverified' }
  return classify(method, opened.fields)
}

function classify(method: string, fields: Record<string, unknown>): Executed {
  const code = fields.code === undefined ? '' : String(fields.code)
  const subCode = String(fields.sub_code ?? '')
  if (code === '10000' || (code === '' && CODELESS.has(method))) return { kind: 'success', fields }
  if (code === '20000' || (code === '40004' && BUSY.test(subCode))) {
    return { kind: 'unknown', reason: subCode || code, why: 'busy' }
  }
  if (code === '40004') return { kind: 'refused', subCode, ...wordsOf(fields) }
  return { kind: 'rejected', subCode: subCode || code }
}

/** What stands beside a code, for the staff to read; cut, because nothing says how long it may be. */
function wordsOf({ sub_msg }: Record<string, unknown>): { words?: string } {
  return typeof sub_msg === 'string' && sub_msg !== '' ? { words: sub_msg.slice(0, 200) } : {}
}
