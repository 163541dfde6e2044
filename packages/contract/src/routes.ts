import { codeProofRoutes } from './certification/code-proofs.ts'
import { certificationDeskRoutes } from './certification/desk.ts'
import { certificationRoutes } from './certification/routes.ts'
import { faucetRoutes } from './chain/faucet.ts'
import { ownOrderRoutes } from './chain/own-orders.ts'
import { chainRoutes } from './chain/routes.ts'
import { codeCommentRoutes } from './code/comments.ts'
import { codeFigureRoutes } from './code/figures.ts'
import { licenceFileRoutes } from './code/licence-files.ts'
import { codeLicenceRoutes } from './code/licences.ts'
import { codeMarketRoutes } from './code/market.ts'
import { codeOrderRoutes } from './code/orders.ts'
import { codePreviewRoutes } from './code/preview.ts'
import { codeReportRoutes } from './code/reports.ts'
import { codeRightsRoutes } from './code/rights.ts'
import { codeSalesRoutes } from './code/sales.ts'
import { codeScanRoutes } from './code/scan.ts'
import { codeSlotRoutes } from './code/slots.ts'
import { codeVaultRoutes } from './code/vault.ts'
import { codeVideoRoutes } from './code/videos.ts'
import { codeWorkRoutes } from './code/works.ts'
import { agentRoutes } from './compute/agents.ts'
import { autoRenewalRoutes } from './compute/auto-renewal.ts'
import { certificateRoutes } from './compute/certificates.ts'
import { downtimeRoutes } from './compute/downtime.ts'
import { faultRoutes } from './compute/faults.ts'
import { leaseRoutes } from './compute/leases.ts'
import { machineFileRoutes } from './compute/machine/files.ts'
import { computeOrderRoutes } from './compute/orders.ts'
import { marketDayRoutes } from './compute/public/market-days.ts'
import { sellerRoutes } from './compute/public/sellers.ts'
import { publishingRoutes } from './compute/publishing.ts'
import { recipeRoutes } from './compute/recipes/recipes.ts'
import { computeRoutes } from './compute/routes.ts'
import { seriesRoutes } from './compute/series.ts'
import { sshKeyRoutes } from './compute/ssh-keys.ts'
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
import { calendarRoutes } from './talent/calendar.ts'
import { disputeRoutes } from './talent/disputes.ts'
import { talentRoutes } from './talent/experts.ts'
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
  ...computeOrderRoutes,
  ...computeRoutes,
  ...leaseRoutes,
  ...machineFileRoutes,
  ...downtimeRoutes,
  ...faultRoutes,
  ...autoRenewalRoutes,
  ...publishingRoutes,
  ...certificateRoutes,
  ...seriesRoutes,
  ...marketDayRoutes,
  ...sellerRoutes,
  ...sshKeyRoutes,
  ...agentRoutes,
  ...recipeRoutes,
  ...codeWorkRoutes,
  ...codeLicenceRoutes,
  ...licenceFileRoutes,
  ...codeCommentRoutes,
  ...codeMarketRoutes,
  ...codeSlotRoutes,
  ...codeRightsRoutes,
  ...codeScanRoutes,
  ...codeVideoRoutes,
  ...codeReportRoutes,
  ...codeOrderRoutes,
  ...codePreviewRoutes,
  ...codeVaultRoutes,
  ...codeSalesRoutes,
  ...codeFigureRoutes,
  ...talentRoutes,
  ...calendarRoutes,
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
