import { certificationPersonalData } from '../modules/certification/personal-data.ts'
import { conversationsPersonalData } from '../modules/conversations/personal-data.ts'
import { factorsPersonalData } from '../modules/factors/personal-data.ts'
import { faucetPersonalData } from '../modules/faucet/personal-data.ts'
import { favouritesPersonalData } from '../modules/favourites/personal-data.ts'
import { filesPersonalData } from '../modules/files/personal-data.ts'
import { identityPersonalData } from '../modules/identity/personal-data.ts'
import { ledgerPersonalData } from '../modules/ledger/personal-data.ts'
import { noticesPersonalData } from '../modules/notices/personal-data.ts'
import { ordersPersonalData } from '../modules/orders/personal-data.ts'
import { paymentPersonalData } from '../modules/payment/personal-data.ts'
import { reviewsPersonalData } from '../modules/reviews/personal-data.ts'
import { searchesPersonalData } from '../modules/searches/personal-data.ts'
import { storagePersonalData } from '../modules/storage/personal-data.ts'
import { walletPersonalData } from '../modules/wallet/personal-data.ts'
import type { PersonalData } from '../platform/personal-data.ts'
import { MARKETS_PERSONAL_DATA } from './markets.ts'

/**
 * What every module keeps of people, the account itself last: what the others look up by it is gone by then.
 * A new table of a module belongs into its list; the test beside this file finds one that was forgotten.
 */
export const PERSONAL_DATA: readonly PersonalData[] = [
  ...MARKETS_PERSONAL_DATA,
  storagePersonalData,
  ordersPersonalData,
  reviewsPersonalData,
  walletPersonalData,
  paymentPersonalData,
  ledgerPersonalData,
  faucetPersonalData,
  conversationsPersonalData,
  favouritesPersonalData,
  searchesPersonalData,
  certificationPersonalData,
  noticesPersonalData,
  filesPersonalData,
  factorsPersonalData,
  identityPersonalData,
]
