import { findAccount } from '@trove/chain-client/base/account'
import * as contract from '@trove/contract/storage/audits'
import { brieflyKeptEach } from '../../../platform/base/briefly-kept.ts'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import type { StorageNeeds } from '../model/needs.ts'
import { faultsOf, scoreOf } from './rules.ts'
import { countSamples, findStanding } from './store.ts'

/** Anybody may ask, and proofs are many rows: a score may be a few seconds old. */
const FRESH_MS = 5_000
const MOST_KEPT = 1_000

type Needs = Pick<StorageNeeds, 'db' | 'chain' | 'grants'>

async function readScore({ db, chain }: Needs, account: string): Promise<contract.NodeScore> {
  const [samples, proofs, { state, since }] = await Promise.all([
    countSamples(db, account),
    chain.countProofs(account, contract.AUDIT_DAYS),
    findStanding(db, account),
  ])
  const score = scoreOf({ samples, proofs })
  const isPaused = state === 'paused'
  return {
    ...{ account, score, samples, proofs, faults: faultsOf({ samples, proofs }) },
    standing: isPaused ? 'paused' : score === null ? 'new' : 'good',
    pausedAt: isPaused && since ? since.toISOString() : null,
  }
}

/** What samples and proofs say of storage nodes. */
export function auditRoutes(needs: Needs): ServedRoute[] {
  const read = brieflyKeptEach((account: string) => readScore(needs, account), {
    ...{ freshMs: FRESH_MS, most: MOST_KEPT },
    keyOf: (account) => account,
  })
  return [
    serve(contract.getNodeScore, ({ params }) => read(needs.chain.requireAddress(params.account))),
    serve(contract.listOwnNodes, async (_, { caller }) => {
      const keys = await needs.grants.listOwned(caller.userId, contract.OWN_NODES_MAX)
      const scores: contract.NodeScore[] = []
      for (const key of keys) {
        const address = findAccount(key)?.address
        if (address && (await needs.chain.isKeeper(address))) scores.push(await read(address))
      }
      return scores
    }),
  ]
}
