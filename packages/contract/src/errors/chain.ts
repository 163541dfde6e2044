import { defineErrors } from './define.ts'

/** Refusals around the chain and its faucet. */
export const chainErrors = defineErrors({
  'chain.unavailable': { status: 503 },
  'chain.address-invalid': { status: 400 },
  'chain.price-too-large': { status: 422 },
  'faucet.address-empty': { status: 400 },
  'faucet.limit': { status: 429, params: ['count'] },
  'faucet.network-limit': { status: 429, params: ['count'] },
  'faucet.on-its-way': { status: 409 },
  /** The chain took the transfer and refused it: nothing arrived, and the day is free again. */
  'faucet.not-sent': { status: 503 },
})
