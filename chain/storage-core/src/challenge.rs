//! What a miner is asked: the leaves to show, the epoch in which its first proof falls, and its turn for a new order.
//!
//! Miners go in as their SCALE bytes (32 for an account id), numbers as little-endian fixed-width bytes.
use alloc::vec::Vec;

use crate::hashing::{first_u32, first_u64, hash_parts};

/// Why leaves are asked: at joining (reach of the bytes) or in a due epoch (keeping of the bytes).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// At accept, over the current epoch's seed.
    Join,
    /// In a due epoch, over that epoch's seed.
    Periodic,
}

impl Occasion {
    fn tag(self) -> &'static [u8] {
        match self {
            Occasion::Join => b"ttc/join",
            Occasion::Periodic => b"ttc/pdp",
        }
    }
}

/// Leaf number asked as sample `sample` of order `id` from `miner` under `seed`: always less than `leaves`.
/// An order has at least one leaf; 0 leaves answer 0.
pub fn leaf_index(
    occasion: Occasion,
    seed: &[u8; 32],
    id: u32,
    miner: &[u8],
    sample: u8,
    leaves: u64,
) -> u64 {
    let digest = hash_parts(&[occasion.tag(), seed, &id.to_le_bytes(), miner, &[sample]]);
    first_u64(&digest).checked_rem(leaves).unwrap_or(0)
}

/// The leaves asked in one proof, one per sample, in the order in which they are shown; the same leaf may come twice.
pub fn leaf_indexes(
    occasion: Occasion,
    seed: &[u8; 32],
    id: u32,
    miner: &[u8],
    samples: u8,
    leaves: u64,
) -> Vec<u64> {
    (0..samples)
        .map(|sample| leaf_index(occasion, seed, id, miner, sample, leaves))
        .collect()
}

/// Epochs between the epoch after joining and the first due one: spreads load evenly, less than `period_epochs`.
pub fn due_offset(id: u32, miner: &[u8], period_epochs: u32) -> u32 {
    let digest = hash_parts(&[&id.to_le_bytes(), miner]);
    let offset = first_u64(&digest)
        .checked_rem(u64::from(period_epochs))
        .unwrap_or(0);
    u32::try_from(offset).unwrap_or(0)
}

/// Whether `miner` may accept order `id` that is `age` blocks old. The share of miners allowed grows linearly with age;
/// from `lottery_blocks` on everybody may. `seed` is that of the epoch in which the order was created.
pub fn has_turn(seed: &[u8; 32], id: u32, miner: &[u8], age: u32, lottery_blocks: u32) -> bool {
    if age >= lottery_blocks {
        return true;
    }
    let digest = hash_parts(&[b"ttc/turn", seed, &id.to_le_bytes(), miner]);
    let drawn = u128::from(first_u32(&digest)) * (u128::from(lottery_blocks) + 1);
    drawn < (u128::from(age) + 1) << 32
}
