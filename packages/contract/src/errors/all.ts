import { certificationErrors } from './certification.ts'
import { chainErrors } from './chain.ts'
import { codeErrors } from './code.ts'
import { computeErrors } from './compute.ts'
import { conversationsErrors } from './conversations.ts'
import type { ErrorSpec } from './define.ts'
import { favouritesErrors } from './favourites.ts'
import { filesErrors } from './files.ts'
import { commonErrors } from './general.ts'
import { identityErrors } from './identity.ts'
import { ordersErrors } from './orders.ts'
import { paymentErrors } from './payment.ts'
import { reviewsErrors } from './reviews.ts'
import { searchesErrors } from './searches.ts'
import { staffErrors } from './staff.ts'
import { storageErrors } from './storage.ts'
import { talentErrors } from './talent.ts'
import { walletErrors } from './wallet.ts'

/** Every way a request may be refused: code → HTTP status. Texts are tied to these keys by type in @trove/messages. */
export const allErrors = {
  ...commonErrors,
  ...identityErrors,
  ...filesErrors,
  ...conversationsErrors,
  ...reviewsErrors,
  ...favouritesErrors,
  ...searchesErrors,
  ...staffErrors,
  ...walletErrors,
  ...paymentErrors,
  ...ordersErrors,
  ...computeErrors,
  ...codeErrors,
  ...talentErrors,
  ...certificationErrors,
  ...chainErrors,
  ...storageErrors,
}

/** The HTTP status of a code. */
export function statusOf(code: keyof typeof allErrors): number {
  return (allErrors[code] as ErrorSpec).status
}
