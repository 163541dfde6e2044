import { randomBytes } from 'node:crypto'
import { WELL_KNOWN_KEYS } from '@acala-network/chopsticks-core/utils/proof'
import type { Hex } from '../store/block-record.ts'
import { u64Hex } from './scale.ts'

/**
 * What the relay chain says beside a block: its slot, which the runtime wants equal to the block's own, and 32 bytes
 * of the operating system's randomness in the place of the relay author's. Without them everybody could foretell
 * which leaves a storage proof will be asked for, because nothing else in an empty block is unforeseen.
 * @param slot the slot of the block to build
 */
export function relayOverrides(slot: number): [Hex, Hex][] {
  return [
    [WELL_KNOWN_KEYS.CURRENT_SLOT, u64Hex(slot)],
    // An Option: a relay block may have none.
    [WELL_KNOWN_KEYS.CURRENT_BLOCK_RANDOMNESS, `0x01${randomBytes(32).toString('hex')}`],
  ]
}
