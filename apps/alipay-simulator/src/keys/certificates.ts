import { createHash, type KeyObject, randomBytes, X509Certificate } from 'node:crypto'
import forge from 'node-forge'

interface Subject {
  commonName: string
  publicKey: KeyObject
}

const VALID_YEARS = 20

/** Makes an X.509 certificate in PEM, signed with SHA-256 and RSA; without an issuer it signs itself as a root. */
export function makeCertificate(subject: Subject, signingKey: KeyObject, issuerPem?: string): string {
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(
    subject.publicKey.export({ type: 'spki', format: 'pem' }) as string,
  )
  // A first digit of 4 keeps the number positive, so that every reader sees the same decimal serial number.
  certificate.serialNumber = `4${randomBytes(12).toString('hex').slice(1)}`
  certificate.validity.notBefore = new Date()
  certificate.validity.notAfter = new Date()
  certificate.validity.notAfter.setFullYear(certificate.validity.notBefore.getFullYear() + VALID_YEARS)
  const name = [
    { name: 'countryName', value: 'CN' },
    { name: 'organizationName', value: 'Payment Gateway Simulator' },
    { name: 'commonName', value: subject.commonName },
  ]
  certificate.setSubject(name)
  certificate.setIssuer(issuerPem === undefined ? name : forge.pki.certificateFromPem(issuerPem).subject.attributes)
  certificate.setExtensions([{ name: 'basicConstraints', cA: issuerPem === undefined }])
  const key = forge.pki.privateKeyFromPem(signingKey.export({ type: 'pkcs1', format: 'pem' }) as string)
  certificate.sign(key, forge.md.sha256.create())
  return forge.pki.certificateToPem(certificate).replaceAll('\r\n', '\n').trim()
}

/**
 * The serial text Alipay calls cert_sn: MD5 over the issuer's names, last attribute first, followed by the serial
 * number in decimal.
 */
export function certificateSn(pem: string): string {
  const certificate = new X509Certificate(pem)
  const issuer = certificate.issuer.split('\n').reverse().join(',')
  return createHash('md5')
    .update(issuer + BigInt(`0x${certificate.serialNumber}`).toString(10))
    .digest('hex')
}
