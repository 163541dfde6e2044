//! How one block's randomness goes into the mix.

use alloc::vec::Vec;
use sp_core::H256;
use sp_io::hashing::blake2_256;

const TAG: &[u8] = b"ttc/mix";

/// The mix before the first block.
pub fn genesis_mix() -> H256 {
    blake2_256(TAG).into()
}

/// `blake2_256("ttc/mix" ++ mix ++ current ++ epoch_ago)`; what is absent adds nothing. Only values that the relay chain has
/// made go in: the hash of the parent is for its collator to choose, by what it puts into the block.
pub fn next_mix(mix: H256, current: Option<&[u8]>, epoch_ago: Option<&[u8]>) -> H256 {
    let mut input = Vec::with_capacity(TAG.len() + 4 * 33);
    input.extend_from_slice(TAG);
    input.extend_from_slice(mix.as_bytes());
    input.extend_from_slice(current.unwrap_or_default());
    input.extend_from_slice(epoch_ago.unwrap_or_default());
    blake2_256(&input).into()
}
