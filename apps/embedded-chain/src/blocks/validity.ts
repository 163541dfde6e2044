import { ResponseError } from '@acala-network/chopsticks-core'
import type { TransactionValidityError } from '@polkadot/types/interfaces'

/** Codes a Substrate node answers a submitted transaction with. */
export const POOL_CODE = {
  unreadable: 1002,
  invalid: 1010,
  unknown: 1011,
  alreadyIn: 1013,
  tooLowPriority: 1014,
  full: 1016,
} as const

/** The words a Substrate node uses, which wallets look for. */
const INVALID: Record<string, string> = {
  Call: 'Transaction call is not expected',
  Payment: 'Inability to pay some fees (e.g. account balance too low)',
  Future: 'Transaction will be valid in the future',
  Stale: 'Transaction is outdated',
  BadProof: 'Transaction has a bad signature',
  AncientBirthBlock: 'Transaction has an ancient birth block',
  ExhaustsResources: 'Transaction would exhaust the block limits',
  BadMandatory: 'A call was labelled as mandatory, but resulted in an Error.',
  MandatoryValidation: 'Transaction dispatch is mandatory; transactions must not be validated.',
  BadSigner: 'Invalid signing address',
}

/** A refusal as JSON-RPC knows it, with the reason in `data` where Substrate nodes put it. */
export class PoolRefusal extends ResponseError {
  readonly data: string

  constructor(code: number, message: string, data: string) {
    super(code, message)
    this.data = data
  }

  override toJSON(): { code: number; message: string; data: string } {
    return { code: this.code, message: this.message, data: this.data }
  }
}

/** The refusal for a transaction that the runtime judged invalid. */
export function refusalOf(error: TransactionValidityError): PoolRefusal {
  if (!error.isInvalid) return new PoolRefusal(POOL_CODE.unknown, 'Unknown Transaction Validity', error.toString())
  const { type, isCustom } = error.asInvalid
  const text = isCustom ? `InvalidTransaction custom error: ${error.asInvalid.asCustom}` : (INVALID[type] ?? type)
  return new PoolRefusal(POOL_CODE.invalid, 'Invalid Transaction', text)
}

/** Whether a transaction that failed to be applied may well succeed in a later block. */
export function isWorthKeeping(error: TransactionValidityError): boolean {
  return error.isInvalid && (error.asInvalid.isFuture || error.asInvalid.isExhaustsResources)
}
