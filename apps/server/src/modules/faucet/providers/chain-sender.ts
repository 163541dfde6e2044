import { accountOf, findAccount } from '@trove/chain-client/base/account'
import { fromHex, type HexText } from '@trove/chain-client/base/hex'
import type { Chain } from '@trove/chain-client/chain'
import { requireReachable } from '@trove/chain-client/reading/connection'
import type { ServerAccount } from '@trove/chain-client/server-keys'
import type { SignedTransfer, TokenSender } from '../token-sender.ts'

/**
 * Blocks within which a transfer can be included: about 3 minutes. Short, because the faucet's line waits for the end of one
 * that got lost; long enough for finality to lag behind a minute.
 */
const MORTAL_BLOCKS = 32

/** The faucet's account on a chain. */
export function createChainSender(chain: Chain, account: ServerAccount): TokenSender {
  const addressOf = (publicKey: string) => accountOf(fromHex(publicKey)).address
  const callOf = (publicKey: string, units: bigint) => chain.calls.transfer(addressOf(publicKey), units)
  const signedOf = ({ bytes, hash, genesisHash: _, ...blocks }: SignedTransfer) => ({
    ...blocks,
    bytes: bytes as HexText,
    hash: hash as HexText,
    address: account.address,
  })
  return {
    findPublicKey: (address) => findAccount(address)?.publicKey,
    async availableUnits() {
      requireReachable(chain)
      const [{ transferablePlanck }, feePlanck] = await Promise.all([
        chain.getBalance(account.address),
        chain.estimateFee(callOf(account.publicKey, 1n), account.address),
      ])
      return transferablePlanck > feePlanck ? transferablePlanck - feePlanck : 0n
    },
    async sign({ publicKey, units }) {
      const [{ address: _, ...transfer }, genesisHash] = await Promise.all([
        chain.sign(callOf(publicKey, units), account.signer, MORTAL_BLOCKS),
        chain.getGenesisHash(),
      ])
      return { ...transfer, genesisHash }
    },
    submit: (transfer) => chain.send(signedOf(transfer)),
    async outcome(transfer) {
      // A chain that begins anew takes nothing that was signed for the one before it, at whatever height.
      const isOther = transfer.genesisHash !== undefined && transfer.genesisHash !== (await chain.getGenesisHash())
      return isOther ? 'impossible' : (await chain.askFate(signedOf(transfer))).kind
    },
  }
}
