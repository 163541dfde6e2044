import { ContractError } from '@trove/contract/errors/codes'
import { createPictureReader } from '../modules/files/pictures/provider-picture.ts'
import type { Identity } from '../modules/identity/module.ts'
import { type AuditFigures, createLedger, type Ledger } from '../modules/ledger/module.ts'
import type { Notices } from '../modules/notices/module.ts'
import type { PaymentProvider } from '../modules/payment/model/provider.ts'
import { createPayment } from '../modules/payment/module.ts'
import { createAlipay } from '../modules/payment/providers/alipay.ts'
import { createReconciliation } from '../modules/payment/reconciliation/module.ts'
import { createWallet, type WalletNeeds } from '../modules/wallet/module.ts'
import type { Figure } from '../platform/metrics.ts'
import type { Platform } from '../platform/platform.ts'

type Needs = {
  notices: Notices
  identity: Identity
  /** Asked of orders, a floor above. */
  orders: WalletNeeds
}

/** Ledger, payment and wallet with their provider: the part of the composition root where money moves. */
export function buildMoney(platform: Platform, { notices, identity, orders }: Needs) {
  const { config, db, jobs, sealer } = platform
  const { findPeople, findIdsByName, findStaff, holdPerson } = identity
  const shared = { db, jobs, findPeople, findStaff }
  const figures = createFigures()
  const publicUrl = () => config.publicUrl ?? `http://${config.host}:${config.port}`
  const logOf = (module: string) => platform.log.child({ module })
  const onUnverified = (event: { method: string; reason: string }) => {
    logOf('payment').warn({ ...event, security: 'answer-unverified' }, 'an answer of the provider is not signed by it')
    figures.add('trove_payment_answers_unverified_total')
  }
  const provider = config.alipay && withPictures(createAlipay(config.alipay, onUnverified), platform)
  const ledger = createLedger({ db, jobs, log: logOf('ledger') })
  const payment = createPayment({
    ...shared,
    log: logOf('payment'),
    ledger,
    provider,
    publicUrl,
    onNotify: (result) => figures.add(`trove_payment_notify_${result}_total`),
    onOverdue(overdue) {
      figures.setter('trove_payment_attempts_overdue')(overdue.attempts)
      figures.setter('trove_payment_attempts_parked')(overdue.parkedAttempts)
      figures.setter('trove_payment_refunds_overdue')(overdue.refunds)
      figures.setter('trove_payment_refunds_parked')(overdue.parked)
      figures.setter('trove_payment_notifications_overdue')(overdue.notifies)
    },
  })
  const wallet = createWallet({
    ...shared,
    log: logOf('wallet'),
    sealer,
    ledger,
    notices,
    owner: identity,
    ...{ findIdsByName, holdPerson },
    provider,
    publicUrl,
    ...orders,
    onOverdue: figures.setter('trove_wallet_payouts_overdue'),
    onAwaiting: figures.setter('trove_wallet_payouts_awaiting_approval'),
  })

  const reconciliation = createReconciliation({
    ...shared,
    log: logOf('reconciliation'),
    ledger,
    provider,
    payouts: wallet,
    onCounted({ open, waitingDays, parkedDays }) {
      figures.setter('trove_reconciliation_differences')(open)
      figures.setter('trove_reconciliation_days_waiting')(waitingDays)
      figures.setter('trove_reconciliation_days_parked')(parkedDays)
    },
  })

  /** Gives the demo seller the receiving account of the configuration. */
  async function seedDemo(sellerId: string | undefined): Promise<void> {
    const payee = config.demoPayee
    if (!sellerId || !payee) return
    const account = {
      accountId: payee.accountId,
      accountKind: 'user-id',
      avatar: null,
      nickname: payee.nickname,
    } as const
    try {
      await wallet.bindDemo(sellerId, account, payee.realName)
    } catch (error) {
      // Somebody else may have bound that account by hand; the world starts all the same.
      if (!(error instanceof ContractError)) throw error
      platform.log.warn({ code: error.code }, 'the demo receiving account was not bound')
    }
  }

  return { ledger, payment, wallet, reconciliation, seedDemo, figures: [...auditFigures(ledger), ...figures.list()] }
}

/** People's pictures at the provider are taken over once, when an account is authorised. */
function withPictures<P extends PaymentProvider>(provider: P, { config, log }: Platform): P {
  const { alipay } = config
  if (!alipay) return provider
  const origins = ['https://*.alipayobjects.com', new URL(alipay.authorizeUrl ?? alipay.gatewayUrl).origin]
  const readPicture = createPictureReader({ origins, log: log.child({ module: 'files' }) })
  return {
    ...provider,
    async exchange(authCode) {
      const answer = await provider.exchange(authCode)
      if (answer.outcome !== 'account') return answer
      const { account } = answer
      return { ...answer, account: { ...account, avatar: await readPicture(account.avatar) } }
    },
  }
}

/** Read from the database: whichever process ran the last audit, all of them tell what it found. */
function auditFigures(ledger: Ledger): Figure[] {
  const figure = (name: string, help: string, of: keyof AuditFigures): Figure => ({
    name,
    help,
    read: async () => (await ledger.auditFigures())[of],
  })
  return [
    figure('trove_ledger_violations', 'Broken invariants of the ledger at the last audit', 'violations'),
    figure('trove_ledger_checks_failed', 'Invariants the last audit could not check', 'failed'),
    figure('trove_ledger_audit_age_hours', 'Hours since every invariant of the ledger was checked', 'ageHours'),
  ]
}

const FIGURES = {
  trove_payment_attempts_overdue: 'Attempts still open half an hour past their end',
  trove_payment_attempts_parked: 'Attempts of which the provider says what cannot be; a person has to look',
  trove_payment_refunds_overdue: 'Refunds of unknown outcome for more than half an hour',
  trove_payment_refunds_parked: 'Refunds the provider refuses for now',
  trove_payment_notifications_overdue: 'Kept notifications nobody acted on for half an hour',
  trove_payment_notify_kept_total: 'Notifications kept',
  trove_payment_notify_duplicate_total: 'Notifications that came again',
  trove_payment_notify_refused_total: 'Notifications turned away',
  trove_payment_answers_unverified_total:
    'Answers of the provider without its signature: somebody in between, or another key',
  trove_reconciliation_differences: 'Differences between the bill and our books that nobody settled yet',
  trove_reconciliation_days_waiting: 'Days whose bill should have come by now',
  trove_reconciliation_days_parked: 'Days whose bill could not be read and that later days no longer wait for',
  trove_wallet_payouts_overdue: 'Payouts under way for more than half an hour',
  trove_wallet_payouts_awaiting_approval: 'Payouts above 5,000 yuan that wait for two people',
}

/** The modules' own figures, read when somebody asks for them. */
function createFigures() {
  const values = new Map<keyof typeof FIGURES, number>()
  return {
    setter: (name: keyof typeof FIGURES) => (value: number) => void values.set(name, value),
    add: (name: keyof typeof FIGURES) => void values.set(name, (values.get(name) ?? 0) + 1),
    list: (): Figure[] =>
      (Object.keys(FIGURES) as (keyof typeof FIGURES)[]).map((name) => ({
        name,
        help: FIGURES[name],
        read: () => values.get(name) ?? 0,
      })),
  }
}
