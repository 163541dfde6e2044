import { ContractError } from '@trove/contract/errors/codes'
import { approvePayout, declinePayout, listPayoutsToDecide, openPayout } from '@trove/contract/wallet/payout-approvals'
import {
  alipayBill,
  alipayUserInfo,
  alipayUserInfoByPost,
  type BindForm,
  bindAlipay,
  bindAlipayGet,
  getPurse,
  listBoundAccounts,
  mobileAuthorizeUrl,
  payOut,
  pcAuthorizeUrl,
  unbindAlipay,
} from '@trove/contract/wallet/routes'
import type { z } from 'zod'
import type { Db } from '../../platform/db/handle.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { type Caller, type RequestContext, type ServedRoute, serve } from '../../platform/http/call/serve.ts'
import type { BindingService } from './binding.ts'
import type { ApprovalService } from './paying/approvals.ts'
import type { Payouts } from './paying/payouts.ts'
import type { PurseService } from './purse.ts'

type Services = { db: Db; binding: BindingService; payouts: Payouts; purse: PurseService; approvals: ApprovalService }

export function walletRoutes({ db, binding, payouts, purse, approvals }: Services): ServedRoute[] {
  const bind = async (ask: z.output<typeof BindForm>, { caller, language, request }: RequestContext<Caller>) => {
    const { wallerId, wallerRealName, smsCode, slider } = ask
    const userAgent = request.headers['user-agent']
    const code = smsCode === undefined ? undefined : { typed: smsCode, slider, userAgent, sessionId: caller.sessionId }
    await binding.bind({ userId: caller.userId, pendingId: wallerId, realName: wallerRealName, language, code })
    return null
  }
  const lookUp = async (ask: { auth_code: string; state?: string }, caller: Caller) =>
    binding.describe(await binding.fetchAccount(caller, ask.auth_code, ask.state))
  return [
    serve(pcAuthorizeUrl, async (_, { caller }) => ({ url: await binding.authorizeUrl(caller, 'pc') })),
    serve(mobileAuthorizeUrl, async (_, { caller }) => ({ url: await binding.authorizeUrl(caller, 'mobile') })),
    serve(alipayUserInfo, ({ query }, { caller }) => lookUp(query, caller)),
    serve(alipayUserInfoByPost, ({ body }, { caller }) => lookUp(body, caller)),
    serve(bindAlipayGet, ({ query }, context) => bind(query, context)),
    serve(bindAlipay, ({ body }, context) => bind(body, context)),
    serve(unbindAlipay, async (_, { caller, language }) => {
      await binding.unbind(caller.userId, language)
      return null
    }),
    serve(listBoundAccounts, async (_, { caller }) => {
      const bound = await binding.findBound(caller.userId)
      return bound ? [bound] : []
    }),
    serve(getPurse, (_, { caller }) => purse.getPurse(caller.userId)),
    serve(payOut, async (_, { caller }) => {
      const begun = await inTransaction(db, (tx) => payouts.begin(tx, caller.userId, 'owner'))
      if (begun.outcome === 'waiting') throw new ContractError('wallet.nothing-to-pay-out')
      if (begun.outcome === 'held') throw new ContractError('wallet.payout-held')
      // Asked twice, the one under way is the answer to both.
      return { payoutId: begun.payoutId, state: begun.state }
    }),
    serve(alipayBill, ({ query }, { caller }) => purse.listBill(caller.userId, query)),
    serve(listPayoutsToDecide, ({ query }, { caller }) => approvals.list(query, caller.userId)),
    serve(openPayout, ({ params }, { caller }) => approvals.open(params.id, caller.userId)),
    serve(approvePayout, ({ params }, { caller }) => approvals.approve(params.id, caller.userId)),
    serve(declinePayout, ({ params, body }, { caller }) => approvals.decline(params.id, caller.userId, body.reason)),
  ]
}
