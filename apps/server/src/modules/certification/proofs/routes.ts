import * as contract from '@trove/contract/certification/code-proofs'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import { addProof, checkProof, type ProofNeeds, removeProof, viewProofs } from './service.ts'

/** Repositories that a person proves to write to. */
export function codeProofRoutes(needs: ProofNeeds): ServedRoute[] {
  return [
    serve(contract.listCodeProofs, (_, { caller }) => viewProofs(needs, caller.userId)),
    serve(contract.addCodeProof, ({ body }, { caller }) => addProof(needs, caller.userId, body.repository)),
    serve(contract.checkCodeProof, ({ params }, { caller }) => checkProof(needs, { ...params, userId: caller.userId })),
    serve(contract.removeCodeProof, async ({ params }, { caller }) => {
      await removeProof(needs, { ...params, userId: caller.userId })
      return null
    }),
  ]
}
