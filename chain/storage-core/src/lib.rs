//! Arithmetic of storage orders: price, pay, challenges, Merkle proofs and the transitions of orders and replicas.
//!
//! Everything here is a pure function of its arguments: no storage, no clock, no FRAME. The market pallet moves the money
//! that these functions name; property tests and the golden vectors in `chain/vectors` hold them to the rules.
//! Amounts are planck (10^-12 TTC) as `u128`, times are block numbers or epochs as `u32`, sizes are bytes as `u64`.
#![cfg_attr(not(feature = "std"), no_std)]
#![warn(missing_docs)]

extern crate alloc;

pub mod challenge;
pub mod floating;
pub mod funds;
pub mod hashing;
pub mod merkle;
pub mod order;
pub mod params;
pub mod pay;
pub mod price;
pub mod replica;
pub mod schedule;
pub mod seeds;
pub mod slash;

pub use order::{Order, Status};
pub use params::Params;
pub use pay::Terms;
pub use price::{Prices, Quote};
pub use replica::Replica;
pub use schedule::{Clock, Epoch, Timing};
pub use seeds::{Seed, Seeds};

/// Planck: 10^-12 TTC.
pub type Balance = u128;

/// Blocks of one day at 6 seconds a block.
pub const DAY: u32 = 14_400;

/// Bytes of one MiB, the unit in which size is priced.
pub const MIB: u64 = 1 << 20;

/// Bytes of one GiB, by which declared space is bonded.
pub const GIB: u64 = 1 << 30;

/// Bytes of one leaf of the tree over an order's ciphertext.
pub const LEAF_BYTES: u64 = 1_024;

/// Largest order: 32 GiB, 2^25 leaves.
pub const MAX_SIZE: u64 = 1 << 35;

/// Longest path from a leaf to the root of the largest order.
pub const MAX_DEPTH: u32 = 25;

/// Most leaves one proof answers for.
pub const MAX_SAMPLES: u32 = 4;

/// Most replicas an order can ask for.
pub const MAX_REPLICAS: u32 = 8;

/// Longest content identifier in bytes of its text form.
pub const MAX_CID: u32 = 64;

/// Longest note (sealed name and wrapped key) in bytes.
pub const MAX_NOTE: u32 = 256;

/// Longest peer address in bytes.
pub const MAX_PEER: u32 = 128;

/// Shortest order: one day.
pub const MIN_DURATION: u32 = DAY;

/// Longest order: 730 days.
pub const MAX_DURATION: u32 = 730 * DAY;

/// Seeds of this many epochs are kept; older ones are gone.
pub const SEED_RING: u32 = 32;
