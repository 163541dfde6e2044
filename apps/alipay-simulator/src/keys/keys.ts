import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { APP_ID, listTestPeople, SELLER_ID } from '../accounts/accounts.ts'
import { certificateSn, makeCertificate } from './certificates.ts'

/** Everything the gateway signs and verifies with. */
export interface Keys {
  gatewayPrivate: KeyObject
  /** A key nobody was told about, for the fault "signed with the wrong key". */
  strangerPrivate: KeyObject
  appPublic: KeyObject
  appCertSn: string
  gatewayCertSn: string
  rootCertSn: string
}

const PRIVATE_KEYS = ['root', 'gateway', 'app', 'stranger'] as const
const CERTIFICATES = { root: 'root-cert.pem', gateway: 'gateway-cert.pem', app: 'app-cert.pem' }

/** Reads the keys and certificates of a data folder; makes them on the first start. */
export function openKeys(dataDir: string): Keys {
  const folder = join(dataDir, 'keys')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const [root, gateway, app, stranger] = PRIVATE_KEYS.map((name) => openPrivateKey(folder, name)) as [
    KeyObject,
    KeyObject,
    KeyObject,
    KeyObject,
  ]
  const rootPem = openCertificate(folder, CERTIFICATES.root, () =>
    makeCertificate({ commonName: 'Simulator Root CA', publicKey: createPublicKey(root) }, root),
  )
  const gatewayPem = openCertificate(folder, CERTIFICATES.gateway, () =>
    makeCertificate({ commonName: 'Simulator Gateway', publicKey: createPublicKey(gateway) }, root, rootPem),
  )
  const appPem = openCertificate(folder, CERTIFICATES.app, () =>
    makeCertificate({ commonName: APP_ID, publicKey: createPublicKey(app) }, root, rootPem),
  )
  return {
    gatewayPrivate: gateway,
    strangerPrivate: stranger,
    appPublic: createPublicKey(app),
    appCertSn: certificateSn(appPem),
    gatewayCertSn: certificateSn(gatewayPem),
    rootCertSn: certificateSn(rootPem),
  }
}

/** Writes merchant.json: what a merchant app is configured with. Private to the owner, replaced in one step. */
export function writeMerchantFile(dataDir: string, publicUrl: string): void {
  const folder = join(dataDir, 'keys')
  const gateway = createPublicKey(readFileSync(join(folder, 'gateway.pem'), 'utf8'))
  const merchant = {
    appId: APP_ID,
    sellerId: SELLER_ID,
    keyType: 'PKCS8',
    appPrivateKey: readFileSync(join(folder, 'app.pem'), 'utf8').trim(),
    alipayPublicKey: (gateway.export({ type: 'spki', format: 'pem' }) as string).trim(),
    gatewayUrl: `${publicUrl}/gateway.do`,
    authorizeUrl: `${publicUrl}/oauth2/publicAppAuthorize.htm`,
    appCertPath: join(folder, CERTIFICATES.app),
    alipayPublicCertPath: join(folder, CERTIFICATES.gateway),
    alipayRootCertPath: join(folder, CERTIFICATES.root),
  }
  writeWhole(join(dataDir, 'merchant.json'), `${JSON.stringify(merchant, null, 2)}\n`)
}

/** Writes people.json: who the test people are, for whoever prepares a demonstration. */
export function writePeopleFile(dataDir: string): void {
  writeWhole(join(dataDir, 'people.json'), `${JSON.stringify(listTestPeople(), null, 2)}\n`)
}

function openPrivateKey(folder: string, name: string): KeyObject {
  const path = join(folder, `${name}.pem`)
  if (!existsSync(path)) {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    writeWhole(path, privateKey.export({ type: 'pkcs8', format: 'pem' }) as string)
  }
  return createPrivateKey(readFileSync(path, 'utf8'))
}

function openCertificate(folder: string, file: string, make: () => string): string {
  const path = join(folder, file)
  if (!existsSync(path)) writeWhole(path, `${make()}\n`)
  return readFileSync(path, 'utf8')
}

function writeWhole(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}
