import { codeProofRoutes } from './certification/code-proofs.ts'
import { certificationDeskRoutes } from './certification/desk.ts'
import { certificationRoutes } from './certification/routes.ts'
import { faucetRoutes } from './chain/faucet.ts'
import { ownOrderRoutes } from './chain/own-orders.ts'
import { chainRoutes } from './chain/routes.ts'
import { conversationsRoutes } from './conversations/routes.ts'
import { dictionaryRoutes } from './dictionary/routes.ts'
import { favouriteRoutes } from './favourites/routes.ts'
import { filesRoutes } from './files/routes.ts'
import { identityRoutes } from './identity/routes.ts'
import { secondFactorRoutes } from './identity/second-factor.ts'
import { staffRoutes } from './identity/staff.ts'
import { liveRoutes } from './live/routes.ts'
import { noticesRoutes } from './notices/routes.ts'
import { noticeChoiceRoutes } from './notices/topics.ts'
import { incomeRoutes } from './order-lists/income.ts'
import { kindRoutes } from './order-lists/kinds.ts'
import { ordersRoutes } from './order-lists/routes.ts'
import { adjustmentRoutes } from './payment/adjustments.ts'
import { parkedPaymentRoutes } from './payment/parked-payments.ts'
import { parkedRefundRoutes } from './payment/parked-refunds.ts'
import { reconciliationRoutes } from './payment/reconciliation.ts'
import { paymentRoutes } from './payment/routes.ts'
import { platformRoutes } from './platform/routes.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { searchRoutes } from './searches/routes.ts'
import { storageAuditRoutes } from './storage/audits.ts'
import { storageNodeRoutes } from './storage/packs.ts'
import { storageShareRoutes } from './storage/shares.ts'
import { storageUploadRoutes } from './storage/uploads.ts'
import { storageVaultRoutes } from './storage/vault.ts'
import { disputeRoutes } from './talent/disputes.ts'
import { hireRoutes } from './talent/hours.ts'
import { humanOrderRoutes } from './talent/orders.ts'
import { payoutApprovalRoutes } from './wallet/payout-approvals.ts'
import { walletRoutes } from './wallet/routes.ts'

/** Every route there is. The server refuses to start while one of them has no handler, or two. */
export const allRoutes = [
  ...platformRoutes,
  ...dictionaryRoutes,
  ...filesRoutes,
  ...identityRoutes,
  ...noticesRoutes,
  ...noticeChoiceRoutes,
  ...liveRoutes,
  ...conversationsRoutes,
  ...reviewRoutes,
  ...favouriteRoutes,
  ...searchRoutes,
  ...certificationRoutes,
  ...codeProofRoutes,
  ...certificationDeskRoutes,
  ...secondFactorRoutes,
  ...staffRoutes,
  ...walletRoutes,
  ...payoutApprovalRoutes,
  ...paymentRoutes,
  ...reconciliationRoutes,
  ...adjustmentRoutes,
  ...parkedPaymentRoutes,
  ...parkedRefundRoutes,
  ...ordersRoutes,
  ...incomeRoutes,
  ...kindRoutes,
  ...storageAuditRoutes,
  ...storageNodeRoutes,
  ...storageShareRoutes,
  ...storageUploadRoutes,
  ...hireRoutes,
  ...disputeRoutes,
  ...humanOrderRoutes,
  ...storageVaultRoutes,
  ...faucetRoutes,
  ...chainRoutes,
  ...ownOrderRoutes,
] as const
