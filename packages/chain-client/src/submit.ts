import { InvalidTxError, type PolkadotSigner, type TxEvent } from 'polkadot-api'
import { accountOf } from './base/account.ts'
import { fromHex, type HexText, toHex } from './base/hex.ts'
import type { Call } from './calls.ts'
import { isUnreadBlock } from './reading/absence.ts'
import { ChainUnreachable, type Connection } from './reading/connection.ts'
import { findFate } from './reading/fate.ts'
import type { CallTrace, Fate, Inclusion, Outcome, Progress, SignedCall } from './reading/outcome.ts'
import type { Reads } from './reading/reads.ts'
import { errorDetail, isInvalidForGood, refusalOfDispatch, refusalOfValidity } from './reading/refusals.ts'
import { transactionHash } from './reading/transaction-hash.ts'

/** Who signs: an extension's account, or an unlocked one (see signers.ts). */
export type Signer = PolkadotSigner

export type SubmitOptions = {
  /** Resolves once a block has the call, or only once that block is final; `in-block` unless said otherwise. */
  until?: 'in-block' | 'finalised'
  onProgress?: (progress: Progress) => void
}

/** Blocks within which a signed call can be included: about 6 minutes, and never after. */
export const MORTAL_BLOCKS = 64
/** How long a call that was sent is followed at most when its blocks do not come. */
const FOLLOW_LIMIT_MS = 10 * 60_000
/**
 * So often the final blocks are asked themselves. With short blocks on a busy machine PAPI was seen to say nothing of about one
 * call in 150 that was in a block.
 */
const ASK_EVERY_MS = 30_000

export type Submitter = {
  estimateFee(call: Call, address: string): Promise<bigint>
  submitAndWatch(call: Call, signer: Signer, options?: SubmitOptions): Promise<Outcome>
  askFate(call: CallTrace): Promise<Fate>
  sign(call: Call, signer: Signer, mortalBlocks?: number): Promise<SignedCall>
  send(signed: Pick<SignedCall, 'bytes'>): Promise<void>
}

export function createSubmitter(connection: Connection, { getBalance }: Pick<Reads, 'getBalance'>): Submitter {
  const { client, read } = connection
  /** Accounts with a call under way: a second one would take the same nonce. */
  const busy = new Set<HexText>()

  const estimateFee = (call: Call, address: string) => read(() => call.getEstimatedFees(address))

  async function submitAndWatch(call: Call, signer: Signer, options: SubmitOptions = {}): Promise<Outcome> {
    const key = toHex(signer.publicKey)
    if (busy.has(key)) return { kind: 'busy' }
    busy.add(key)
    try {
      return await submit(call, signer, options)
    } finally {
      busy.delete(key)
    }
  }

  async function submit(call: Call, signer: Signer, { until = 'in-block', onProgress }: SubmitOptions) {
    const { address } = accountOf(signer.publicKey)
    let signed: SignedCall
    try {
      const [feePlanck, { transferablePlanck }] = await Promise.all([estimateFee(call, address), getBalance(address)])
      if (transferablePlanck < feePlanck) return { kind: 'balance-too-low', feePlanck, transferablePlanck } as const
      onProgress?.({ step: 'signing' })
      signed = await sign(call, abandonable(signer))
    } catch (error) {
      if (error instanceof Abandoned) return { kind: 'abandoned', detail: error.message } as const
      // Nothing was sent: a block that could not be read says nothing of the call.
      if (error instanceof ChainUnreachable || isUnreadBlock(error) || connection.status() !== 'connected')
        return { kind: 'unreachable' } as const
      // The node answers, and cannot make this call: a runtime of another version.
      return { kind: 'refused', refusal: 'unknown', detail: String(error) } as const
    }
    onProgress?.({ step: 'signed', signed })
    return await follow(signed, until, onProgress)
  }

  async function sign(call: Call, signer: Signer, mortalBlocks = MORTAL_BLOCKS): Promise<SignedCall> {
    const { address } = accountOf(signer.publicKey)
    const nonce = await read((signal) =>
      connection.api.apis.AccountNonceApi.account_nonce(address, { at: 'best', signal }),
    )
    // Right before it is used: a block that is no longer the last final one is soon unknown to PAPI.
    const block = await read(() => client.getFinalizedBlock())
    const mortality = { mortal: true, period: mortalBlocks } as const
    // People may take their time here: no limit.
    const bytes = toHex(await call.sign(signer, { at: block.hash, nonce, mortality }))
    const lastBlock = block.number + mortalBlocks - 1
    return { bytes, hash: transactionHash(bytes), address, nonce, firstBlock: block.number, lastBlock }
  }

  async function send({ bytes }: Pick<SignedCall, 'bytes'>): Promise<void> {
    const sent = client._request('author_submitExtrinsic', [bytes]).catch((error: unknown) => {
      // The pool's own opinion: it has them already, or they are no good now. Blocks say what became of them.
      if ((error as Error).name !== 'RpcError') throw error
    })
    await read(() => sent)
  }

  /** Sends and follows until the wanted end, or until nothing can be said any more. */
  function follow(signed: SignedCall, until: 'in-block' | 'finalised', tell: SubmitOptions['onProgress']) {
    return new Promise<Outcome>((resolve) => {
      const lost = () => end({ kind: 'lost', signed })
      let [isSent, isOver] = [false, false]
      const timer = setTimeout(lost, FOLLOW_LIMIT_MS)
      const asking = setInterval(async () => {
        const known = outcomeOfFate(await findFate(connection, signed).catch(() => undefined))
        // It may have been told meanwhile.
        if (!known || isOver) return
        if (known.kind === 'finalised') tell?.({ step: 'in-block', ...known })
        end(known)
      }, ASK_EVERY_MS)
      // Nothing is heard on a closed connection any more.
      const stopListening = connection.onClose(() => queueMicrotask(lost))
      const subscription = client.submitAndWatch(fromHex(signed.bytes)).subscribe({
        next(event) {
          if (event.type === 'broadcasted') {
            isSent = true
            tell?.({ step: 'sent' })
          }
          const found = outcomeOf(event)
          if (!found) return
          if (found.kind === 'in-block') tell?.({ step: 'in-block', ...found })
          if (found.kind !== 'in-block' || until === 'in-block') end(found)
        },
        error(error) {
          if (!(error instanceof InvalidTxError)) lost()
          else if (!isSent) end(refused(error))
          else void settle(signed, error).then(end)
        },
        complete: lost,
      })
      function end(outcome: Outcome) {
        isOver = true
        clearTimeout(timer)
        clearInterval(asking)
        stopListening()
        // It may be told before there is a subscription to end.
        queueMicrotask(() => subscription.unsubscribe())
        resolve(outcome)
      }
    })
  }

  /** A call that was sent is valid no more: a block may have it that nobody showed us, so all that are final are asked. */
  async function settle(signed: SignedCall, error: InvalidTxError): Promise<Outcome> {
    const fate = await findFate(connection, signed).catch(() => undefined)
    const known = outcomeOfFate(fate)
    if (known) return known
    return fate?.kind === 'impossible' || (fate?.kind === 'open' && isInvalidForGood(error.error))
      ? refused(error)
      : { kind: 'lost', signed }
  }

  return { estimateFee, submitAndWatch, askFate: (call) => findFate(connection, call), sign, send }
}

/** The signer did not sign. */
class Abandoned extends Error {}

/** The same signer, whose refusal can be told from a fault of the connection. */
function abandonable(signer: Signer): Signer {
  return {
    ...signer,
    publicKey: signer.publicKey,
    signBytes: (data) => signer.signBytes(data),
    signTx: (...given) =>
      signer.signTx(...given).catch((error: unknown) => {
        throw new Abandoned(error instanceof Error ? error.message : String(error))
      }),
  }
}

function refused({ error }: InvalidTxError): Outcome {
  return { kind: 'refused', refusal: refusalOfValidity(error), detail: errorDetail(error) }
}

/** What a call that is in a final block ended with; nothing of any other. */
function outcomeOfFate(fate: Fate | undefined): Outcome | undefined {
  if (fate?.kind === 'done') return { ...fate, kind: 'finalised' }
  if (fate?.kind !== 'refused') return undefined
  const { kind, refusal, detail, ...inclusion } = fate
  return { kind, refusal, detail, inclusion }
}

/** What an event of a followed call ends it with; nothing while it only goes on. */
function outcomeOf(event: TxEvent): Outcome | undefined {
  const isFinal = event.type === 'finalized'
  if (!isFinal && !(event.type === 'txBestBlocksState' && event.found)) return undefined
  const { hash, number, index } = event.block
  const inclusion: Inclusion = { blockHash: toHex(hash), blockNumber: number, index }
  if (event.ok) return { kind: isFinal ? 'finalised' : 'in-block', ...inclusion }
  const { dispatchError } = event
  return { kind: 'refused', refusal: refusalOfDispatch(dispatchError), detail: errorDetail(dispatchError), inclusion }
}
