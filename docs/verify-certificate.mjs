// node docs/verify-certificate.mjs certificate.json keys.json   (the keys are at /.well-known/trove-certificate-keys.json)
import { createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

const [file, { keys }] = process.argv.slice(2).map((path) => JSON.parse(readFileSync(path, 'utf8')))
const key = keys.find(({ id, isWithdrawn }) => id === file.key && !isWithdrawn)
const payload = Buffer.from(file.payload, 'base64url')
const isGood =
  key && verify(null, payload, createPublicKey({ key, format: 'jwk' }), Buffer.from(file.signature, 'base64url'))
console.log(isGood ? payload.toString() : 'This certificate is not good.')
process.exitCode = isGood ? 0 : 1
