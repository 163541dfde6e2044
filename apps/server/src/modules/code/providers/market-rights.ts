import { findAccount } from '@trove/chain-client/base/account'
import { fromHex, type HexText } from '@trove/chain-client/base/hex'
import type { Chain } from '@trove/chain-client/chain'
import type { Fate } from '@trove/chain-client/reading/outcome'
import { rightsCommitment } from '@trove/chain-client/rights'
import type { ServerAccount } from '@trove/chain-client/server-keys'
import type { CallFate, RightsChain, RightsStep, SignedRights } from '../model/rights-chain.ts'

/** Blocks within which a call can be included: about 6 minutes. */
const MORTAL_BLOCKS = 64
/** Fees that are kept aside for the reveals. */
const FEE_CALLS = 20n

function fateOf(fate: Fate): CallFate {
  switch (fate.kind) {
    case 'open':
      return 'open'
    case 'impossible':
      return 'left-out'
    case 'gone':
      return fate.inclusion ? 'included' : 'unknown'
    default:
      return 'included'
  }
}

/** The market's account for rights on a chain. */
export function createMarketRights(chain: Chain, account: ServerAccount): RightsChain {
  const hex = (text: string) => text as HexText
  const callOf = (step: RightsStep) =>
    step.kind === 'commit'
      ? chain.calls.commitRights(hex(step.commitment))
      : chain.calls.revealRights(hex(step.contentHash), hex(step.salt), step.title)
  const signedOf = ({ bytes, hash, genesisHash: _, address = account.address, ...blocks }: SignedRights) => ({
    ...blocks,
    bytes: hex(bytes),
    hash: hex(hash),
    address,
  })
  return {
    address: account.address,
    getGenesisHash: chain.getGenesisHash,
    async countAffordable() {
      const commit = chain.calls.commitRights(`0x${'00'.repeat(32)}`)
      const [{ transferablePlanck }, { depositPlanck }, feePlanck] = await Promise.all([
        chain.getBalance(account.address),
        chain.getRightsRules(),
        chain.estimateFee(commit, account.address),
      ])
      const left = transferablePlanck - FEE_CALLS * feePlanck
      return left > 0n ? Number(left / depositPlanck) : 0
    },
    findAddress: (text) => findAccount(text)?.address,
    commitmentOf(address, contentHash, salt) {
      const { publicKey } = findAccount(address)!
      return rightsCommitment(fromHex(publicKey), hex(contentHash), hex(salt))
    },
    async sign(steps) {
      const [call, genesisHash] = await Promise.all([
        chain.sign(chain.calls.each(steps.map(callOf)), account.signer, MORTAL_BLOCKS),
        chain.getGenesisHash(),
      ])
      return { ...call, genesisHash }
    },
    submit: (signed) => chain.send(signedOf(signed)),
    async findFate(signed) {
      // A chain that begins anew takes nothing that was signed for the one before it, at whatever height.
      if (signed.genesisHash !== (await chain.getGenesisHash())) return 'left-out'
      return fateOf(await chain.askFate(signedOf(signed)))
    },
    findCommitment: (address, commitment) => chain.findCommitment(address, hex(commitment)),
    findWork: (contentHash) => chain.findRightsWork(hex(contentHash)),
    getBlock: chain.getBlock,
    getHeight: async () => (await chain.getHeads()).finalised,
    getContestBlocks: async () => (await chain.getRightsRules()).contestBlocks,
  }
}
