import { requireThat } from '@trove/contract/errors/codes'
import * as contract from '@trove/contract/identity/second-factor'
import { inTransaction } from '../../platform/db/transaction.ts'
import { type Caller, type RequestContext, type ServedRoute, serve } from '../../platform/http/call/serve.ts'
import { beginTotp, confirmPasskey, confirmTotp, enrol } from './enrolling.ts'
import type { FactorsNeeds } from './needs.ts'
import { tellChange } from './notices.ts'
import { passkeyToMake, passkeyToShow } from './passkeys.ts'
import { giveRecoveryCodes, prove, viewState } from './proving.ts'
import { TRIES } from './rules.ts'
import * as store from './store.ts'

/** Enrolling, showing and removing second factors. */
export function factorRoutes(needs: FactorsNeeds): ServedRoute[] {
  return [...enrolRoutes(needs), ...proofRoutes(needs)]
}

function enrolRoutes(needs: FactorsNeeds): ServedRoute[] {
  const typedOf = (
    body: { smsCode?: string | undefined; slider?: string | undefined },
    context: RequestContext<Caller>,
  ) => ({
    typed: body.smsCode,
    slider: body.slider,
    userAgent: context.request.headers['user-agent'],
    sessionId: context.caller.sessionId,
  })
  return [
    serve(contract.beginTotp, ({ body }, context) => beginTotp(needs, context.caller, typedOf(body, context))),
    serve(contract.confirmTotp, async ({ body }, { caller }) => {
      const recoveryCodes = await confirmTotp(needs, caller, body.code)
      return { recoveryCodes, state: await viewState(needs, caller) }
    }),
    serve(contract.beginPasskey, async ({ body }, context) => {
      // The factor or the code comes first; the question to the key is asked once either is right.
      await enrol(needs, context.caller, typedOf(body, context), async () => undefined)
      return passkeyToMake(needs, context.caller)
    }),
    serve(contract.confirmPasskey, async ({ body }, { caller }) => {
      const recoveryCodes = await confirmPasskey(needs, caller, body.name, body.answer)
      return { recoveryCodes, state: await viewState(needs, caller) }
    }),
  ]
}

function proofRoutes(needs: FactorsNeeds): ServedRoute[] {
  const { db, sealer } = needs
  return [
    serve(contract.factorState, (_, { caller }) => viewState(needs, caller)),
    serve(contract.askPasskey, async (_, { caller }) => {
      await needs.limiter.require('factor.prove', caller.userId, TRIES)
      return passkeyToShow(needs, caller)
    }),
    serve(contract.proveFactor, async ({ body }, { caller }) => {
      await prove(needs, caller, body)
      return viewState(needs, caller)
    }),
    serve(contract.removeFactor, async ({ body }, { caller }) => {
      const which: { passkeyId?: string } = 'passkeyId' in body ? { passkeyId: body.passkeyId } : {}
      const { userId } = caller
      await inTransaction(db, async (tx) => {
        const name = (await store.listPasskeys(tx, userId)).find(({ id }) => id === which.passkeyId)?.name
        requireThat(await store.removeOne(tx, userId, which), 'resource.not-found')
        await tellChange(needs, tx, { userId, change: which.passkeyId ? 'passkey-removed' : 'app-removed', name })
      })
      return viewState(needs, caller)
    }),
    serve(contract.renewRecoveryCodes, async (_, { caller }) => {
      const { userId } = caller
      const recoveryCodes = await inTransaction(db, async (tx) => {
        await tellChange(needs, tx, { userId, change: 'recovery-renewed' })
        return giveRecoveryCodes(tx, sealer, userId)
      })
      return { recoveryCodes, state: await viewState(needs, caller) }
    }),
  ]
}
