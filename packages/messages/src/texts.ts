import { code } from './code/code.ts'
import { codeDesk } from './code/code-desk.ts'
import { codeFigures } from './code/code-figures.ts'
import { codeOrders } from './code/code-orders.ts'
import { codeReports } from './code/code-reports.ts'
import { codeRights } from './code/code-rights.ts'
import { codeScan } from './code/code-scan.ts'
import { works } from './code/works.ts'
import { agents } from './compute/agents.ts'
import { autoRenewal } from './compute/auto-renewal.ts'
import { certificate } from './compute/certificate.ts'
import { cockpit } from './compute/cockpit.ts'
import { compute } from './compute/compute.ts'
import { downtime } from './compute/downtime.ts'
import { faults } from './compute/faults.ts'
import { machineFiles } from './compute/machine-files.ts'
import { machines } from './compute/machines.ts'
import { marketDays } from './compute/market-days.ts'
import { publishing } from './compute/publishing.ts'
import { recipes } from './compute/recipes.ts'
import { seller } from './compute/seller.ts'
import { sshKeys } from './compute/ssh-keys.ts'
import { terminals } from './compute/terminals.ts'
import { desk } from './desk/desk.ts'
import { reviewDesk } from './desk/review-desk.ts'
import { fieldErrors } from './errors.ts'
import type { Say } from './kit/say.ts'
import { chainRefusals } from './money/chain.ts'
import { chainWallet } from './money/chain-wallet.ts'
import { faucet } from './money/faucet.ts'
import { income } from './money/income.ts'
import { orders } from './money/orders.ts'
import { wallet } from './money/wallet.ts'
import { account } from './people/account.ts'
import { certification } from './people/certification.ts'
import { codeProofs } from './people/code-proofs.ts'
import { agreement, login } from './people/login.ts'
import { noticeChoices } from './people/notice-choices.ts'
import { notices } from './people/notices.ts'
import { interests, personal, profile, sessions } from './people/profile.ts'
import { factors } from './people/second-factor.ts'
import { common } from './site/common.ts'
import { conversations } from './site/conversations.ts'
import { favourites } from './site/favourites.ts'
import { landing } from './site/landing.ts'
import { market } from './site/market.ts'
import { notFound } from './site/not-found.ts'
import { palette } from './site/palette.ts'
import { reasons } from './site/reasons.ts'
import { reviews } from './site/reviews.ts'
import { searches } from './site/searches.ts'
import { shell, titles } from './site/shell.ts'
import { units } from './site/units.ts'
import { storage } from './storage/storage.ts'
import { storageEarnings } from './storage/storage-earnings.ts'
import { storageEntry } from './storage/storage-entry.ts'
import { storageNetwork } from './storage/storage-network.ts'
import { storageNode } from './storage/storage-node.ts'
import { storageShare } from './storage/storage-share.ts'
import { disputes } from './talent/disputes.ts'
import { freeHours } from './talent/free-hours.ts'
import { talent } from './talent/talent.ts'
import { weekLimit } from './talent/week-limit.ts'

/** What the frame and the market say: the words every visit begins with. Keep it small. */
export const firstTexts = { common, units, shell, titles, market, compute, works, storageEntry } as const

/** What the markets of experts and of storage say besides; it comes with them. */
export const marketTexts = { talent, freeHours, reviews, storageNetwork } as const

/** What the other screens say; it arrives with the first of them. */
export const moreTexts = {
  fieldErrors,
  notFound,
  login,
  agreement,
  profile,
  account,
  sessions,
  interests,
  personal,
  notices,
  noticeChoices,
  agents,
  certificate,
  certification,
  codeProofs,
  conversations,
  favourites,
  searches,
  palette,
  reasons,
  landing,
  orders,
  income,
  weekLimit,
  disputes,
  faults,
  wallet,
  chainWallet,
  codeOrders,
  downtime,
  machines,
  marketDays,
  seller,
  publishing,
  cockpit,
  machineFiles,
  terminals,
  sshKeys,
  autoRenewal,
  recipes,
  code,
  codeDesk,
  codeFigures,
  codeReports,
  codeRights,
  codeScan,
  desk,
  reviewDesk,
  factors,
  faucet,
  storage,
  storageNode,
  storageShare,
  storageEarnings,
  chainRefusals,
} as const

/** Every text of the site, by domain (error texts are read by code from errors.ts). One namespace for i18next; keys read `domain.part.name`. */
export const texts = { ...firstTexts, ...marketTexts, ...moreTexts } as const

/** The tree with texts as strings: what i18next's key types are made of. */
export type TextTree<T> = { [K in keyof T]: T[K] extends Say ? string : TextTree<T[K]> }
export type Texts = TextTree<typeof texts>
