//! Weights of the calls.
//!
//! A runtime brings measured ones (`runtime/src/weights`, written by `chain/weights.sh`). The estimates here, for runtimes of tests, are
//! counted from the database accesses of each call.

use frame_support::weights::{constants::RocksDbWeight, Weight};

/// Weights of the pallet's calls.
pub trait WeightInfo {
    /// Of `commit`.
    fn commit() -> Weight;
    /// Of `reveal`, also when it replaces a work.
    fn reveal() -> Weight;
    /// Of `release`.
    fn release() -> Weight;
}

impl WeightInfo for () {
    // Reads and writes: the commitment, the author's account and holds.
    fn commit() -> Weight {
        Weight::from_parts(60_000_000, 4_000).saturating_add(RocksDbWeight::get().reads_writes(3, 3))
    }

    // Reads and writes: the commitment, the work, the former author's account and holds.
    fn reveal() -> Weight {
        Weight::from_parts(90_000_000, 8_000).saturating_add(RocksDbWeight::get().reads_writes(4, 4))
    }

    fn release() -> Weight {
        Weight::from_parts(60_000_000, 4_000).saturating_add(RocksDbWeight::get().reads_writes(3, 3))
    }
}
