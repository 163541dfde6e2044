import { sendAccountCode } from '@trove/contract/identity/account'
import { beginTotp, confirmTotp } from '@trove/contract/identity/second-factor'
import { generateSync } from 'otplib'
import type { Person, Site } from './world/site.ts'

const STEP_SECONDS = 30

/** What an authenticator app shows now, or so many steps later: no code counts twice. */
export const codeOfApp = (secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * STEP_SECONDS })

/** Gives a person of the staff an authenticator app, as the account page does; this session has shown it then. */
export async function enrolApp({ call, advance, readCode }: Site, as: Person): Promise<string> {
  // A number gets one code a minute, and the last may have been for signing in.
  await advance(61_000)
  await call(sendAccountCode, { body: { purpose: 'second-factor' } }, { as })
  const { secret } = await call(beginTotp, { body: { smsCode: await readCode(as.mobile) } }, { as })
  await call(confirmTotp, { body: { code: codeOfApp(secret) } }, { as })
  return secret
}
