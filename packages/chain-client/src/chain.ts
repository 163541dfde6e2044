import { type Call, type Calls, createCalls, type DescribedCall, describeCall } from './calls.ts'
import { type ChainStatus, type Connection, type ConnectionOptions, openConnection } from './reading/connection.ts'
import type { CallTrace, Fate, Outcome, SignedCall } from './reading/outcome.ts'
import { createReads, type Reads } from './reading/reads.ts'
import { createWatches, type Watches } from './reading/watches.ts'
import { createSubmitter, type Signer, type SubmitOptions } from './submit.ts'

/** One connection to a chain: what a wallet, a server and an agent do with it. */
export type Chain = Reads &
  Watches & {
    status(): ChainStatus
    /** Calls with the present status and every change; answers how to stop. */
    onStatus(listener: (status: ChainStatus) => void): () => void
    /** Builders of calls; nothing is sent. */
    calls: Calls
    /** What a call is, in words a dialog can show. */
    describe(call: Call): DescribedCall
    /** What a call would cost its signer now. @throws ChainUnreachable */
    estimateFee(call: Call, address: string): Promise<bigint>
    /** Signs, sends and follows a call. Never throws: every end is an `Outcome`. One at a time for an account. */
    submitAndWatch(call: Call, signer: Signer, options?: SubmitOptions): Promise<Outcome>
    /** What became of a signed call, by finalised blocks. @throws ChainUnreachable */
    askFate(call: CallTrace): Promise<Fate>
    /**
     * Signs and sends nothing. The call can be included in the next `mortalBlocks` blocks (a power of two; 64 unless said
     * otherwise) and never after. @throws ChainUnreachable, or whatever the signer throws
     */
    sign(call: Call, signer: Signer, mortalBlocks?: number): Promise<SignedCall>
    /** Hands signed bytes to the node, which may refuse them; the same bytes again do no harm. @throws ChainUnreachable */
    send(signed: Pick<SignedCall, 'bytes'>): Promise<void>
    disconnect(): void
  }

/**
 * Connects to a node of the chain by its WebSocket address and stays connected until `disconnect`. Returns at once; the
 * status says how it is.
 */
export function connectChain(url: string, options: ConnectionOptions = {}): Chain {
  return chainOf(openConnection(url, options))
}

/** The chain behind a connection that somebody else opened. */
export function chainOf(connection: Connection): Chain {
  const reads = createReads(connection)
  return {
    ...reads,
    ...createWatches(connection),
    ...createSubmitter(connection, reads),
    status: connection.status,
    onStatus: connection.onStatus,
    calls: createCalls(connection.api),
    describe: describeCall,
    disconnect: connection.close,
  }
}
