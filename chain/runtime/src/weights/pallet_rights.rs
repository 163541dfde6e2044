//! Measured weights of `pallet_rights`, written by `chain/weights.sh`; not edited by hand.
//!
//! 2026-11-21, Intel(R) Xeon(R) Processor, 20 steps of 20 rounds, maps of 1000000 entries. Picoseconds and bytes of state proof;
//! reads and writes are priced by the runtime's own database weights.
#![cfg_attr(rustfmt, rustfmt_skip)]

use core::marker::PhantomData;
use frame_support::{traits::Get, weights::Weight};

/// Measured weights of `pallet_rights`.
pub struct WeightInfo<T>(PhantomData<T>);

impl<T: frame_system::Config> pallet_rights::WeightInfo for WeightInfo<T> {
    fn commit() -> Weight {
        // At least 51_862_000 ps; measured proof 109 bytes.
        Weight::from_parts(58_240_000, 3604)
            .saturating_add(T::DbWeight::get().reads_writes(3, 3))
    }
    fn reveal() -> Weight {
        // At least 60_914_000 ps; measured proof 602 bytes.
        Weight::from_parts(67_049_000, 3699)
            .saturating_add(T::DbWeight::get().reads_writes(4, 4))
    }
    fn release() -> Weight {
        // At least 46_533_000 ps; measured proof 305 bytes.
        Weight::from_parts(54_192_000, 3604)
            .saturating_add(T::DbWeight::get().reads_writes(3, 3))
    }
}
