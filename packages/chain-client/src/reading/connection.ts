import { createClient, type PolkadotClient } from 'polkadot-api'
import { getWsRawProvider, WsEvent } from 'polkadot-api/ws'
import trove, { type Trove } from '../../generated/trove.js'

/**
 * How a chain is reached. `other-chain`: the node answers, but for another chain than the expected one; nothing is read or
 * signed then, until the expected one answers again.
 */
export type ChainStatus = 'connecting' | 'connected' | 'unreachable' | 'other-chain'

export type ChainApi = ReturnType<typeof typedApi>

export type Connection = {
  api: ChainApi
  client: PolkadotClient
  status(): ChainStatus
  /** Calls with every change, and with the present status at once; answers how to stop. */
  onStatus(listener: (status: ChainStatus) => void): () => void
  /**
   * Does a read, at most `READ_LIMIT_MS`.
   * @throws ChainUnreachable when the chain does not answer in time, is another one, or the connection was closed
   */
  read<T>(reading: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** Calls when it is closed, at once if it is; answers how to stop. */
  onClose(listener: () => void): () => void
  close(): void
}

export type ConnectionOptions = {
  /** Hash of block 0 of the only chain this may be; any when it is not given. */
  genesisHash?: string
  /** Hash of its block 1: embedded chains founded in the same six seconds share their block 0. */
  networkId?: string
}

/** The chain did not answer in time, or is not the expected one. */
export class ChainUnreachable extends Error {
  constructor(reason = 'the chain does not answer', cause?: unknown) {
    super(reason, { cause })
    this.name = 'ChainUnreachable'
  }
}

/**
 * For whoever must not keep a person waiting: a chain known to be away is not waited for.
 * @throws ChainUnreachable
 */
export function requireReachable({ status }: Pick<Connection, 'status'>): void {
  const now = status()
  if (now === 'unreachable' || now === 'other-chain') throw new ChainUnreachable(`the chain is ${now}`)
}

const READ_LIMIT_MS = 15_000
const CONNECT_LIMIT_MS = 10_000
/** A node that says nothing for so long is taken for gone; blocks come every 6 seconds. */
const SILENCE_MS = 60_000
/** A node of another chain is left after so long, to see who answers at its address then. */
const LOOK_AGAIN_MS = 15_000

/** What PAPI says to whoever waits for an answer while its connection ends: nothing about the question itself. */
const CUT_OFF = /^(StopError|DisjointError)$|Observable completed without emitting|Not connected/

const typedApi = (client: PolkadotClient) => client.getTypedApi<Trove>(trove)

/** Opens a connection that stays: it reconnects by itself until it is closed. Never throws; the status says how it is. */
export function openConnection(url: string, options: ConnectionOptions = {}): Connection {
  let status: ChainStatus = 'connecting'
  // Once seen, it stays that chain: another one behind the same address would get calls signed for the first.
  let genesisHash = options.genesisHash?.toLowerCase()
  const networkId = options.networkId?.toLowerCase()
  let isClosed = false
  const listeners = new Set<(status: ChainStatus) => void>()
  const closing = new Set<() => void>()
  let checks = 0
  let lookingAgain: ReturnType<typeof setTimeout> | undefined
  const become = (next: ChainStatus) => {
    // Until it is known who answers now, the address is still another chain's.
    if (isClosed || status === next || (status === 'other-chain' && next !== 'connected')) return
    status = next
    for (const listener of listeners) listener(next)
  }
  const provider = getWsRawProvider(url, {
    timeout: CONNECT_LIMIT_MS,
    heartbeatTimeout: SILENCE_MS,
    onStatusChanged({ type }) {
      if (type === WsEvent.CONNECTED) void check()
      else if (type === WsEvent.ERROR || type === WsEvent.CLOSE) become('unreachable')
    },
  })
  // Not `client.destroy()`: it fails what is under way, which PAPI answers by asking again a moment later, of nobody, and
  // that throws where no one can catch it. An ended socket is enough: what waits for answers is forgotten.
  let hangUp = () => {}
  const client = createClient((onMessage) => {
    const line = provider(onMessage)
    hangUp = () => line.disconnect()
    return line
  })
  async function check(): Promise<void> {
    const own = ++checks
    try {
      const [genesis, first] = await Promise.all([
        client._request<string>('chain_getBlockHash', [0]),
        networkId && client._request<string | null>('chain_getBlockHash', [1]),
      ])
      // An answer about the connection before this one says nothing.
      if (own !== checks || isClosed) return
      genesisHash ??= genesis.toLowerCase()
      const isExpected = genesis.toLowerCase() === genesisHash && (!networkId || first?.toLowerCase() === networkId)
      become(isExpected ? 'connected' : 'other-chain')
      clearTimeout(lookingAgain)
      if (!isExpected) lookingAgain = setTimeout(() => provider.switch(), LOOK_AGAIN_MS)
    } catch {
      if (own === checks) become('unreachable')
    }
  }
  async function read<T>(reading: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (isClosed) throw new ChainUnreachable('the connection was closed')
    if (status === 'other-chain') throw new ChainUnreachable('the node is of another chain')
    const aborter = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let leave = () => {}
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new ChainUnreachable()), READ_LIMIT_MS)
      leave = () => reject(new ChainUnreachable('the connection was closed'))
      closing.add(leave)
    })
    try {
      return await Promise.race([reading(aborter.signal), late])
    } catch (error) {
      const { name = '', message = '' } = error as Partial<Error>
      if (!CUT_OFF.test(name) && !CUT_OFF.test(message)) throw error
      throw new ChainUnreachable('the connection broke off', error)
    } finally {
      clearTimeout(timer)
      closing.delete(leave)
      aborter.abort()
    }
  }
  return {
    api: typedApi(client),
    client,
    status: () => status,
    onStatus(listener) {
      listeners.add(listener)
      listener(status)
      return () => void listeners.delete(listener)
    },
    read,
    onClose(listener) {
      if (isClosed) listener()
      else closing.add(listener)
      return () => void closing.delete(listener)
    },
    close() {
      if (isClosed) return
      isClosed = true
      clearTimeout(lookingAgain)
      listeners.clear()
      for (const leave of closing) leave()
      hangUp()
    },
  }
}
