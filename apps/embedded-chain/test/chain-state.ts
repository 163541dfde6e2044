import type { ApiPromise } from '@polkadot/api'
import { xxhashAsHex } from '@polkadot/util-crypto'

const PAGE_KEYS = 200

/** What may differ between hosts at the same height, and why. */
const OWN_OF_HOST: [string, string[] | 'all', string][] = [
  ['ParachainSystem', 'all', "the relay chain's state, which each host makes up"],
  ['AuraExt', 'all', 'slots, counted from the time the chain began'],
  ['Aura', ['CurrentSlot'], 'the same'],
  ['Timestamp', 'all', 'the same'],
  ['Entropy', ['Mix', 'Seeds'], 'randomness'],
  ['System', ['BlockWeight'], 'counts the proof of what a block read, which only a node that keeps a trie can measure'],
  [
    'System',
    ['BlockHash', 'ParentHash', 'Digest', 'Events'],
    'hashes of headers with those in them, slots, and events about them',
  ],
]

/** Keys and values of the state at a block, without what belongs to the host. */
export async function readState(api: ApiPromise, height: number): Promise<Map<string, string>> {
  const hash = (await api.rpc.chain.getBlockHash(height)).toHex()
  const left = leftOut()
  const state = new Map<string, string>()
  for (let from = '0x'; ; ) {
    const found = (await api.rpc.state.getKeysPaged('0x', PAGE_KEYS, from, hash)).map((key) => key.toHex())
    const keys = found.filter((key) => !left.some((prefix) => key.startsWith(prefix)))
    const values = await Promise.all(keys.map((key) => api.rpc.state.getStorage(key, hash)))
    for (const [i, key] of keys.entries()) state.set(key, (values[i] as unknown as { toHex(): string }).toHex())
    if (found.length < PAGE_KEYS) return state
    from = found.at(-1) as string
  }
}

/** Keys of which two states do not hold the same value, with the items' names. */
export function differences(api: ApiPromise, a: Map<string, string>, b: Map<string, string>) {
  const keys = [...new Set([...a.keys(), ...b.keys()])].filter((key) => a.get(key) !== b.get(key))
  return keys.map((key) => ({
    item: nameOf(api, key),
    key,
    a: a.get(key)?.slice(0, 200),
    b: b.get(key)?.slice(0, 200),
  }))
}

/** Raw answers of the market's runtime API at a block: the whole market, its parameters and every order. */
export async function readMarket(api: ApiPromise, height: number): Promise<string[]> {
  const hash = (await api.rpc.chain.getBlockHash(height)).toHex()
  const calls: [string, string][] = [
    ['MarketApi_statistics', '0x'],
    ['MarketApi_params', '0x'],
    ['MarketApi_order', '0x00000000'],
    ['MarketApi_order', '0x01000000'],
    // No cursor, 50 rows.
    ['MarketApi_open_orders', '0x0032000000'],
  ]
  return Promise.all(calls.map(async ([name, data]) => (await api.rpc.state.call(name, data, hash)).toHex()))
}

function leftOut(): string[] {
  return OWN_OF_HOST.flatMap(([pallet, items]) => {
    const prefix = xxhashAsHex(pallet, 128)
    return items === 'all' ? [prefix] : items.map((item) => `${prefix}${xxhashAsHex(item, 128).slice(2)}`)
  })
}

function nameOf(api: ApiPromise, key: string): string {
  for (const [pallet, items] of Object.entries(api.query)) {
    for (const [item, entry] of Object.entries(items)) {
      if ('keyPrefix' in entry && key.startsWith(entry.keyPrefix())) return `${pallet}.${item}`
    }
  }
  return 'unknown'
}
