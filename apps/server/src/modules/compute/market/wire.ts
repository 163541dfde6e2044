import type { ComputeProductDetail, ComputeShare, ComputeVerification } from '@trove/contract/compute/shapes'
import { yuan } from '@trove/contract/kit/shapes'
import { feeOn } from '@trove/contract/payment/fee'
import type { z } from 'zod'
import type { Person } from '../../identity/module.ts'
import { declaredOf } from '../facts/wire.ts'
import { type CheckState, type Measured, type MeasuredFact, SHARE_STATUS, unavailableReason } from '../model/rules.ts'
import type { ShareRow } from '../offers/store.ts'
import type { DetailRow, FactsRow } from './store.ts'

/** Rows to the contract's shapes: the one place where table words become wire words. */

const NOBODY: Person = { id: 'unknown', nickName: '', headImgUrl: null, isDemo: false, role: 'member' }

type Checked = {
  check_state: CheckState
  checked_at: Date | null
  differing: string[] | null
  measured: Measured | null
}

export function verificationOf(row: Checked): z.input<typeof ComputeVerification> {
  return {
    state: row.check_state,
    checkedAt: row.checked_at?.toISOString() ?? null,
    differing: (row.differing ?? []) as MeasuredFact[],
    // What was measured before GPUs were asked about says nothing of them.
    measured: row.measured && { ...row.measured, gpu: row.measured.gpu ?? null },
  }
}

/** The card's part about the offer itself. */
export function cardFactsOf(row: FactsRow) {
  return {
    id: row.id,
    authId: row.auth_id,
    ...declaredOf(row),
    verification: verificationOf(row),
    cstCreate: row.created_at.toISOString(),
  }
}

/** The card's part about who offers it. */
export function cardPersonOf(person = NOBODY) {
  return { uploaderHeadImgUrl: person.headImgUrl, uploaderNickName: person.nickName, isDemo: person.isDemo }
}

export function detailOf(
  row: DetailRow,
  person = NOBODY,
  readerId: string | undefined,
): z.input<typeof ComputeProductDetail> {
  const reason = unavailableReason({ ...row, deleted_at: null })
  return {
    ...cardFactsOf(row),
    ...cardPersonOf(person),
    uploader: { id: row.seller_id, nickName: person.nickName, headImgUrl: person.headImgUrl, isDemo: person.isDemo },
    isMine: row.seller_id === readerId,
    isAvailable: reason === null,
    unavailableReason: reason,
    feeAmount: yuan(feeOn(row.price_fen)),
    pastOrders: row.lease_count,
  }
}

type Share = z.input<typeof ComputeShare>

/** `faultAwaits`: of the order that runs on it, if a case of it is open. */
export function shareOf(row: ShareRow, faultAwaits: Share['faultAwaits'] = null): Share {
  return {
    id: row.id,
    ...declaredOf(row),
    isRelisted: row.is_relisted,
    isRenewable: row.is_renewable,
    renewalPrice: yuan(row.renewal_price_fen ?? row.price_fen),
    status: SHARE_STATUS[row.slot],
    listing: row.listing,
    isReserved: row.slot === 'reserved',
    authId: row.auth_id,
    orderId: row.running_id,
    faultAwaits,
    serveStartTime: row.serve_start_at?.toISOString() ?? null,
    serveEndTime: row.serve_end_at?.toISOString() ?? null,
    serverIPv4: row.ipv4,
    serverPort: row.port,
    defaultUsername: row.username,
    verification: verificationOf(row),
    cleaning: row.cleaning,
    cstCreate: row.created_at.toISOString(),
  }
}
