import { generateSync } from 'otplib'

/**
 * An authenticator app for the terminal, for trying two-step verification without a phone: prints the code of this moment for
 * a key that the account page shows. Usage: npm run demo:authenticator -- KEY
 */

const STEP_SECONDS = 30

const secret = process.argv[2]?.replace(/\s/g, '').toUpperCase()
if (!secret || !/^[A-Z2-7]{26,}$/.test(secret)) {
  console.error('usage: npm run demo:authenticator -- KEY   (the key that the account page shows, base32)')
  process.exit(1)
}
const now = Math.floor(Date.now() / 1000)
console.log(`${generateSync({ secret, epoch: now })}   (for ${STEP_SECONDS - (now % STEP_SECONDS)} s more)`)
