import { receiveToken } from '@trove/contract/chain/faucet'
import { ContractError } from '@trove/contract/errors/codes'
import { type ServedRoute, serve } from '../../platform/http/call/serve.ts'
import { type FaucetNeeds, receive } from './service.ts'

export function faucetRoutes(needs: FaucetNeeds | undefined): ServedRoute[] {
  return [
    serve(receiveToken, ({ query }, { caller, ip }) => {
      if (!needs) throw new ContractError('chain.unavailable')
      return receive(needs, { userId: caller.userId, ip, address: query.address })
    }),
  ]
}
