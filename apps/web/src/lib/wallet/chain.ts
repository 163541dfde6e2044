import { useQuery } from '@tanstack/react-query'
import type { Chain } from '@trove/chain-client/chain'
import type { ChainStatus } from '@trove/chain-client/reading/connection'
import type { Balance } from '@trove/chain-client/reading/views'
import { getNetwork } from '@trove/contract/chain/routes'
import { siteInfo } from '@trove/contract/platform/routes'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { api } from '../calls/api.ts'

/** The chain as pages see it: one connection for all of them, made when the first needs it and ended after the last. */

/** Which chain it is: embedded ones founded in the same six seconds share their block 0; no two share block 1. */
export type Network = { genesisHash: string; networkId: string }
type Node = Network & { url: string }
type Held = { key: string; chain: Promise<Chain>; users: number }

/** A page that follows another soon finds the connection still there. */
const LINGER_MS = 10_000
/** How often the server is asked for a chain it has not seen yet. */
const UNSEEN_POLL_MS = 5_000

let held: Held | undefined

/** How often a person asked for a new connection: one number for the page, so that one press is the retry of all in view. */
let attempts = 0
const attemptListeners = new Set<() => void>()
function onAttempt(listen: () => void): () => void {
  attemptListeners.add(listen)
  return () => attemptListeners.delete(listen)
}

async function connect({ url, genesisHash, networkId }: Node): Promise<Chain> {
  const { connectChain } = await import('@trove/chain-client/chain')
  return connectChain(url, { genesisHash, networkId })
}

/** Shares the connection; answers how to let it go. */
function holdChain(node: Node): { chain: Promise<Chain>; release: () => void } {
  const key = `${node.url} ${node.genesisHash} ${node.networkId}`
  if (held?.key !== key) held = { key, chain: connect(node), users: 0 }
  const mine = held
  mine.users++
  // What could not even be loaded is tried anew by the next who needs it.
  mine.chain.catch(() => forget(mine))
  const release = () => {
    mine.users--
    setTimeout(() => {
      if (mine.users > 0) return
      forget(mine)
      mine.chain.then((chain) => chain.disconnect()).catch(() => undefined)
    }, LINGER_MS)
  }
  return { chain: mine.chain, release }
}

function forget(one: Held): void {
  if (held === one) held = undefined
}

/**
 * How the chain is, for one account. `none`: this site has no chain. While the node is `unreachable` the last figures stay,
 * with the time they are of; of another chain there are none.
 */
export type ChainState = 'none' | 'reading' | 'ready' | 'unreachable' | 'other-chain'
/** Whether nothing can be asked of this site's chain, though it has one. */
export const isAway = (state: ChainState): boolean => state === 'unreachable' || state === 'other-chain'
export type ChainAccountView = {
  state: ChainState
  balance?: Balance
  incomePlanck?: bigint
  /** When the figures were last true. */
  readAt?: Date
  /** The chain this site works with, by the server's word; also while the node is away. */
  network?: Network
  /** Present while the node is the right one and answers. */
  chain?: Chain
  retry: () => void
}

type Figures = { address: string; balance?: Balance; incomePlanck?: bigint; readAt?: Date }

async function askSite(): Promise<{ url: string | null; network?: Network }> {
  const [{ chainUrl: url }, { genesisHash, networkId }] = await Promise.all([api(siteInfo, {}), api(getNetwork, {})])
  return { url, network: genesisHash && networkId ? { genesisHash, networkId } : undefined }
}

function useSite(isNeeded: boolean) {
  return useQuery({
    queryKey: ['chain', 'network'],
    queryFn: askSite,
    enabled: isNeeded,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data?.url && !state.data.network ? UNSEEN_POLL_MS : false),
  })
}

/** Holds the connection while the page stands and the network is known. */
function useConnection(site: { url: string | null; network?: Network } | undefined, attempt: number) {
  const [found, setFound] = useState<{ chain?: Chain; status: ChainStatus }>({ status: 'connecting' })
  const { url } = site ?? {}
  const { genesisHash, networkId } = site?.network ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt connects anew
  useEffect(() => {
    if (!url || !genesisHash || !networkId) return
    let stop: (() => void) | undefined
    let isGone = false
    const { chain, release } = holdChain({ url, genesisHash, networkId })
    chain.then(
      (ready) => {
        if (!isGone) stop = ready.onStatus((status) => setFound({ chain: ready, status }))
      },
      () => !isGone && setFound({ status: 'unreachable' }),
    )
    return () => {
      isGone = true
      stop?.()
      release()
      setFound({ status: 'connecting' })
    }
  }, [url, genesisHash, networkId, attempt])
  return found
}

function useFigures(chain: Chain | undefined, address: string | undefined): Figures | undefined {
  const [figures, setFigures] = useState<Figures>()
  /** The newest block's: figures that did not change are as new as that. Shown only once no more come. */
  const blockAt = useRef<Date>(undefined)
  useEffect(() => {
    if (!chain || !address) return
    blockAt.current = undefined
    const tell = (part: Partial<Figures>) =>
      setFigures((now) => ({ ...(now?.address === address ? now : undefined), address, ...part, readAt: new Date() }))
    const stops = [
      chain.watchBalance(address, (balance) => tell({ balance })),
      chain.watchIncome(address, (incomePlanck) => tell({ incomePlanck })),
      chain.watchHeads(() => {
        blockAt.current = new Date()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [chain, address])
  if (!figures || figures.address !== address) return undefined
  return { ...figures, readAt: blockAt.current ?? figures.readAt }
}

type Seen = {
  site: ReturnType<typeof useSite>
  status: ChainStatus
  isRead: boolean
}

function stateOf({ site, status, isRead }: Seen): ChainState {
  if (site.isError) return 'unreachable'
  if (site.isPending) return 'reading'
  if (site.data.url === null) return 'none'
  // Without the server's word on which chain it is, no node can be told from a wrong one.
  if (!site.data.network) return 'unreachable'
  if (status === 'unreachable' || status === 'other-chain') return status
  return status === 'connected' && isRead ? 'ready' : 'reading'
}

/** The balance and unclaimed income of an account, alive; nothing is connected while there is no account. */
export function useChainAccount(address: string | undefined): ChainAccountView {
  const attempt = useSyncExternalStore(onAttempt, () => attempts)
  const site = useSite(address !== undefined)
  const { chain, status } = useConnection(address === undefined ? undefined : site.data, attempt)
  const figures = useFigures(chain, address)
  const isRead = figures?.balance !== undefined && figures.incomePlanck !== undefined
  const state = stateOf({ site, status, isRead })
  const { refetch } = site
  const retry = useCallback(() => {
    // Each in view lets go of the old connection, and all of them share the new one.
    held = undefined
    void refetch()
    attempts++
    for (const listen of attemptListeners) listen()
  }, [refetch])
  const shown = state === 'other-chain' || !isRead ? undefined : figures
  return {
    state,
    balance: shown?.balance,
    incomePlanck: shown?.incomePlanck,
    readAt: shown?.readAt,
    network: site.data?.network,
    chain: state === 'ready' ? chain : undefined,
    retry,
  }
}
