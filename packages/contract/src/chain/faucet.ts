import { z } from 'zod'
import { route } from '../kit/route.ts'

/** The faucet: 1 TTC per account and day of Asia/Shanghai, from Trove's own account on the chain. */

/** What the faucet gives, in units of 10^-12 TTC. */
export const FAUCET_UNITS = 1_000_000_000_000n
/** How many accounts one person, and how many one network address, may fill in a day. */
export const FAUCET_USER_CLAIMS = 3
export const FAUCET_NETWORK_CLAIMS = 10

/** The specification's answers: `false` is an address that is none, `LOW-BALANCES` a faucet that has run dry. */
export const FaucetAnswer = z.union([z.boolean(), z.enum(['RECEIVED', 'LOW-BALANCES'])])

export const receiveToken = route({
  id: 'faucet.receive',
  method: 'POST',
  path: '/api/superPoints/v1/receive/token',
  summary: 'Receive 1 TTC at an address (SS58 of any network, or the public key in hex), once a day',
  auth: 'user',
  query: z.object({ address: z.string().trim().max(200) }),
  ok: FaucetAnswer,
  errors: [
    ...(['faucet.address-empty', 'faucet.limit', 'faucet.network-limit'] as const),
    ...(['faucet.on-its-way', 'faucet.not-sent', 'chain.unavailable'] as const),
  ],
})

export const faucetRoutes = [receiveToken] as const
