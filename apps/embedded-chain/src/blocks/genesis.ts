import { calculateStateRoot, emptyTaskHandler, runTask } from '@acala-network/chopsticks-core'
import { compactAddLength, compactStripLength, hexToU8a, stringToHex, stringToU8a, u8aToHex } from '@polkadot/util'
import { blake2AsHex, xxhashAsHex } from '@polkadot/util-crypto'
import type { Hex } from '../store/block-record.ts'
import type { Snapshot } from '../store/snapshot.ts'
import { u64Hex } from './scale.ts'

/** Blocks are this far apart in chain time, whatever the clock says; a slot of the relay chain is as long. */
export const SLOT_MS = 6000

export const CODE_KEY = stringToHex(':code')
export const EVENTS_KEY: Hex = `${xxhashAsHex('System', 128)}${xxhashAsHex('Events', 128).slice(2)}`
export const TIMESTAMP_KEY: Hex = `${xxhashAsHex('Timestamp', 128)}${xxhashAsHex('Now', 128).slice(2)}`

const NO_HASH = '00'.repeat(32)
/** The root of an empty trie: no extrinsics. */
const EMPTY_ROOT = '03170a2e7597b7b7e3d84c05391d139a62b157e78786d8c082f29dcf4c111314'
const STATE_VERSION = 1

/**
 * Makes the block 0 of a chain from its runtime alone: the runtime builds its own first state from one of its presets.
 * The clock goes into that state, aligned to a slot, because parachain and relay slots must agree from block 1 on.
 * The header is the one any node would make of the same state, so chains founded in different slots have different hashes;
 * those of one slot share block 0, and differ from block 1 on.
 * @param code the runtime's WASM
 * @throws Error when the runtime has no such preset or refuses it
 */
export async function makeGenesis(code: Hex, preset: string, nowMs: number): Promise<Snapshot> {
  const entries = await presetState(code, preset)
  entries.set(CODE_KEY, code)
  entries.set(TIMESTAMP_KEY, u64Hex(nowMs - (nowMs % SLOT_MS)))
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1))
  const root = await calculateStateRoot(sorted, STATE_VERSION)
  const header: Hex = `0x${NO_HASH}00${root.slice(2)}${EMPTY_ROOT}00`
  const block = { number: 0, hash: blake2AsHex(header), header, extrinsics: [], changes: [] }
  return { block, entries: sorted }
}

async function presetState(code: Hex, preset: string): Promise<Map<Hex, Hex>> {
  const id = u8aToHex(compactAddLength(stringToU8a(preset)))
  const found = hexToU8a((await runFresh(code, 'GenesisBuilder_get_preset', `0x01${id.slice(2)}`)).result)
  if (found[0] !== 1) throw new Error(`the runtime has no genesis preset ${preset}`)
  const [, json] = compactStripLength(found.subarray(1))
  const built = await runFresh(code, 'GenesisBuilder_build_state', u8aToHex(compactAddLength(json)))
  const answer = hexToU8a(built.result)
  if (answer[0] !== 0) {
    const reason = new TextDecoder().decode(compactStripLength(answer.subarray(1))[1])
    throw new Error(`the runtime refuses its preset ${preset}: ${reason}`)
  }
  return new Map(built.storageDiff.filter((entry): entry is [Hex, Hex] => entry[1] !== null))
}

/** Calls the runtime on an empty state. */
async function runFresh(code: Hex, method: string, argument: Hex) {
  const options = { mockSignatureHost: false, allowUnresolvedImports: false, runtimeLogLevel: 0 }
  const emptyState = { ...emptyTaskHandler, getStorage: async () => undefined, getNextKey: async () => undefined }
  const response = await runTask({ wasm: code, calls: [[method, [argument]]], ...options }, emptyState)
  if ('Error' in response) throw new Error(`${method}: ${response.Error}`)
  return response.Call
}
