import { adjustmentRoutes } from './adjustments.ts'
import { chainRoutes } from './chain.ts'
import { codeVaultRoutes } from './code/vault.ts'
import { codeWorkRoutes } from './code/works.ts'
import { computeRoutes } from './compute.ts'
import { computeOrderRoutes } from './compute-orders.ts'
import { conversationsRoutes } from './conversations.ts'
import { dictionaryRoutes } from './dictionary.ts'
import { faucetRoutes } from './faucet.ts'
import { filesRoutes } from './files.ts'
import { identityRoutes } from './identity.ts'
import { liveRoutes } from './live.ts'
import { noticesRoutes } from './notices.ts'
import { ordersRoutes } from './orders.ts'
import { parkedPaymentRoutes } from './parked-payments.ts'
import { paymentRoutes } from './payment.ts'
import { payoutApprovalRoutes } from './payout-approvals.ts'
import { platformRoutes } from './platform.ts'
import { reconciliationRoutes } from './reconciliation.ts'
import { reviewRoutes } from './reviews.ts'
import { secondFactorRoutes } from './second-factor.ts'
import { staffRoutes } from './staff.ts'
import { walletRoutes } from './wallet.ts'

/** Every route there is. The server refuses to start while one of them has no handler, or two. */
export const allRoutes = [
  ...platformRoutes,
  ...dictionaryRoutes,
  ...filesRoutes,
  ...identityRoutes,
  ...noticesRoutes,
  ...liveRoutes,
  ...conversationsRoutes,
  ...reviewRoutes,
  ...secondFactorRoutes,
  ...staffRoutes,
  ...walletRoutes,
  ...payoutApprovalRoutes,
  ...paymentRoutes,
  ...reconciliationRoutes,
  ...adjustmentRoutes,
  ...parkedPaymentRoutes,
  ...ordersRoutes,
  ...computeOrderRoutes,
  ...computeRoutes,
  ...codeWorkRoutes,
  ...codeVaultRoutes,
  ...faucetRoutes,
  ...chainRoutes,
] as const
