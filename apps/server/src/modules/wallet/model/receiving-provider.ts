/** What the wallet needs of a payment provider: whose account it is, and money to it. app.ts fits a provider to it. */

type Unknown = { outcome: 'unknown'; reason: string }

export type ReceivingAccount = {
  accountId: string
  accountKind: 'user-id' | 'open-id'
  avatar: string | null
  nickname: string | null
}

export type TransferAnswer =
  | Unknown
  /** May still turn into `returned` days later. */
  | { outcome: 'paid'; providerOrderId: string }
  | { outcome: 'dealing' }
  | { outcome: 'absent' }
  /** Final, and the payee's: the money did not leave us. */
  | { outcome: 'failed'; reason: string }
  | { outcome: 'returned'; reason: string }
  /** Not done now for a reason on our side; the same number may be tried again. */
  | { outcome: 'refused'; reason: string }

/**
 * Paying out, behind an interface of its own because there are two ways to do it. The one we have is a transfer from our
 * account. The other is settlement split by the provider itself, for which collecting for others needs no licence of ours
 * (money.md C.1 "Warning for launch" and F3). A second adapter takes the same calls; nothing above this line
 * changes.
 */
export type PayoutProvider = {
  /** Idempotent by `number`; amount in fen. */
  transfer(transfer: {
    number: string
    amountFen: bigint
    accountId: string
    accountKind: 'user-id' | 'open-id'
    realName: string
    title: string
  }): Promise<TransferAnswer>
  transferQuery(number: string): Promise<TransferAnswer>
}

export type ReceivingProvider = PayoutProvider & {
  authorizeUrl(ask: { state: string; redirectUrl: string; device: 'pc' | 'mobile' }): string
  exchange(
    authCode: string,
  ): Promise<Unknown | { outcome: 'invalid' } | { outcome: 'account'; account: ReceivingAccount }>
  isUp(): boolean
  /** After several calls without an answer, until one is answered: only one at a time is let through. */
  isHalfOpen(): boolean
}
