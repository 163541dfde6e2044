import { desk } from './desk/desk.ts'
import { reviewDesk } from './desk/review-desk.ts'
import { fieldErrors } from './errors.ts'
import { joined, type Say } from './kit/say.ts'
import { firstOfMarkets, listsOfMarkets, moreOfMarkets } from './markets.ts'
import { chainRefusals } from './money/chain.ts'
import { chainWallet } from './money/chain-wallet.ts'
import { faucet } from './money/faucet.ts'
import { income } from './money/income.ts'
import { orders } from './money/orders.ts'
import { paying } from './money/paying.ts'
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
import { wrongFilters } from './site/wrong-filters.ts'

/** What the frame and the market say: the words every visit begins with. Keep it small. */
export const firstTexts = { common, units, shell, titles, market, ...firstOfMarkets } as const

/** What the markets of experts and of storage say besides; it comes with them. */
export const marketTexts = { reviews, ...listsOfMarkets } as const

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
  codeProofs,
  conversations,
  favourites,
  searches,
  wrongFilters,
  palette,
  reasons,
  landing,
  orders,
  paying,
  income,
  wallet,
  chainWallet,
  desk,
  reviewDesk,
  factors,
  faucet,
  chainRefusals,
  ...moreOfMarkets,
} as const

/** Every text of the site, by domain (error texts are read by code from errors.ts). One namespace for i18next; keys read `domain.part.name`. */
export const texts = joined(firstTexts, marketTexts, moreTexts)

/** The tree with texts as strings: what i18next's key types are made of. */
export type TextTree<T> = { [K in keyof T]: T[K] extends Say ? string : TextTree<T[K]> }
export type Texts = TextTree<typeof texts>
