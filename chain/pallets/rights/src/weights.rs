//! Weights of the calls.
//!
//! These are careful estimates from the database accesses of each call, not measurements; run the benchmarks
//! (`--features runtime-benchmarks`) on the reference machine to replace them.

use core::marker::PhantomData;
use frame_support::{traits::Get, weights::Weight};

/// Weights of the pallet's calls.
pub trait WeightInfo {
    /// Of `commit`.
    fn commit() -> Weight;
    /// Of `reveal`, also when it replaces a work.
    fn reveal() -> Weight;
    /// Of `release`.
    fn release() -> Weight;
}

/// Estimates priced with the runtime's database weights.
pub struct Estimates<T>(PhantomData<T>);

impl<T: frame_system::Config> WeightInfo for Estimates<T> {
    // Reads and writes: the commitment, the author's account and holds.
    fn commit() -> Weight {
        Weight::from_parts(60_000_000, 4_000).saturating_add(T::DbWeight::get().reads_writes(3, 3))
    }

    // Reads and writes: the commitment, the work, the former author's account and holds.
    fn reveal() -> Weight {
        Weight::from_parts(90_000_000, 8_000).saturating_add(T::DbWeight::get().reads_writes(4, 4))
    }

    fn release() -> Weight {
        Weight::from_parts(60_000_000, 4_000).saturating_add(T::DbWeight::get().reads_writes(3, 3))
    }
}
