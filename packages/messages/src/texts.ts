import { account } from './account.ts'
import { certification } from './certification.ts'
import { chainRefusals } from './chain.ts'
import { chainWallet } from './chain-wallet.ts'
import { cockpit } from './cockpit.ts'
import { code } from './code.ts'
import { codeDesk } from './code-desk.ts'
import { codeOrders } from './code-orders.ts'
import { codeReports } from './code-reports.ts'
import { codeRights } from './code-rights.ts'
import { codeScan } from './code-scan.ts'
import { common } from './common.ts'
import { compute } from './compute.ts'
import { conversations } from './conversations.ts'
import { desk } from './desk.ts'
import { disputes } from './disputes.ts'
import { fieldErrors } from './errors.ts'
import { faucet } from './faucet.ts'
import { favourites } from './favourites.ts'
import { freeHours } from './free-hours.ts'
import { landing } from './landing.ts'
import { agreement, login } from './login.ts'
import { machines } from './machines.ts'
import { market } from './market.ts'
import { notFound } from './not-found.ts'
import { noticeChoices } from './notice-choices.ts'
import { notices } from './notices.ts'
import { orders } from './orders.ts'
import { palette } from './palette.ts'
import { interests, personal, profile, sessions } from './profile.ts'
import { publishing } from './publishing.ts'
import { reviews } from './reviews.ts'
import type { Say } from './say.ts'
import { searches } from './searches.ts'
import { factors } from './second-factor.ts'
import { shell, titles } from './shell.ts'
import { storage } from './storage.ts'
import { storageEarnings } from './storage-earnings.ts'
import { storageEntry } from './storage-entry.ts'
import { storageNetwork } from './storage-network.ts'
import { storageShare } from './storage-share.ts'
import { talent } from './talent.ts'
import { units } from './units.ts'
import { wallet } from './wallet.ts'

/** What the frame and the market say: the words every visit begins with. Keep it small. */
export const firstTexts = { common, units, shell, titles, market, compute, storageEntry } as const

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
  certification,
  conversations,
  reviews,
  favourites,
  searches,
  palette,
  landing,
  orders,
  talent,
  freeHours,
  disputes,
  wallet,
  chainWallet,
  codeOrders,
  machines,
  publishing,
  cockpit,
  code,
  codeDesk,
  codeReports,
  codeRights,
  codeScan,
  desk,
  factors,
  faucet,
  storage,
  storageNetwork,
  storageShare,
  storageEarnings,
  chainRefusals,
} as const

/** Every text of the site, by domain (error texts are read by code from errors.ts). One namespace for i18next; keys read `domain.part.name`. */
export const texts = { ...firstTexts, ...moreTexts } as const

/** The tree with texts as strings: what i18next's key types are made of. */
export type TextTree<T> = { [K in keyof T]: T[K] extends Say ? string : TextTree<T[K]> }
export type Texts = TextTree<typeof texts>
