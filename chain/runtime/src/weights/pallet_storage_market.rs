//! Measured weights of `pallet_storage_market`, written by `chain/weights.sh`; not edited by hand.
//! Except, until they are measured again: `accept`, `cancel_order`, `close_order` and `extend_order`, and the keys that bonds,
//! confirmations and released fees added; each says from which measurement it is put together.
//!
//! 2026-11-21, Intel(R) Xeon(R) Processor, 20 steps of 20 rounds, maps of 1000000 entries. Picoseconds and bytes of state proof;
//! reads and writes are priced by the runtime's own database weights.
#![cfg_attr(rustfmt, rustfmt_skip)]

use core::marker::PhantomData;
use frame_support::{traits::Get, weights::Weight};

/// Measured weights of `pallet_storage_market`.
pub struct WeightInfo<T>(PhantomData<T>);

impl<T: frame_system::Config> pallet_storage_market::WeightInfo for WeightInfo<T> {
    fn create_order() -> Weight {
        // At least 121_132_000 ps; measured proof 522 bytes.
        Weight::from_parts(130_126_000, 6196)
            .saturating_add(T::DbWeight::get().reads_writes(12, 13))
    }
    fn cancel_order() -> Weight {
        // 8 miners may be on the way: as dear as letting 8 go while an order is cleared.
        Weight::from_parts(1_702_090_000, 32226)
            .saturating_add(T::DbWeight::get().reads_writes(60, 63))
    }
    fn register() -> Weight {
        // At least 61_140_000 ps; measured proof 422 bytes.
        Weight::from_parts(66_572_000, 3687)
            .saturating_add(T::DbWeight::get().reads_writes(5, 4))
    }
    fn update_miner() -> Weight {
        // 18_435_000 ps measured without the bond, whose hold is that of `register`.
        Weight::from_parts(86_400_000, 7374)
            .saturating_add(T::DbWeight::get().reads_writes(6, 5))
    }
    fn deregister() -> Weight {
        // At least 61_466_000 ps; measured proof 626 bytes.
        Weight::from_parts(64_456_000, 3687)
            .saturating_add(T::DbWeight::get().reads_writes(5, 4))
    }
    fn accept() -> Weight {
        // 324_001_000 ps, 46 reads and 81_726 bytes measured with the seeds of 32 epochs; now it looks at 9.
        Weight::from_parts(342_410_000, 28743)
            .saturating_add(T::DbWeight::get().reads_writes(25, 13))
    }
    // `n` from 1 to 32.
    fn submit_proofs(n: u32) -> Weight {
        // At least 260_070_000 ps; measured proof 2547 + n * 48 bytes.
        Weight::from_parts(39_711_657, 8799)
            .saturating_add(Weight::from_parts(210_117_245, 0).saturating_mul(n.into()))
            .saturating_add(Weight::from_parts(0, 3406).saturating_mul(n.into()))
            // With the bond that a loss takes, and what the first confirmation books: 4 keys more.
            .saturating_add(Weight::from_parts(60_000_000, 10412))
            .saturating_add(T::DbWeight::get().reads_writes(17, 13))
            .saturating_add(T::DbWeight::get().reads((2_u64).saturating_mul(n.into())))
            .saturating_add(T::DbWeight::get().writes((2_u64).saturating_mul(n.into())))
    }
    fn leave() -> Weight {
        // At least 21_203_000 ps; measured proof 1311 bytes.
        Weight::from_parts(24_863_000, 4396)
            .saturating_add(T::DbWeight::get().reads_writes(2, 1))
    }
    fn report_missed() -> Weight {
        // At least 309_231_000 ps; measured proof 3369 bytes.
        Weight::from_parts(337_533_000, 11402)
            // The hold of the bond: 2 keys more.
            .saturating_add(Weight::from_parts(60_000_000, 7374))
            .saturating_add(T::DbWeight::get().reads_writes(18, 15))
    }
    fn calculate_reward() -> Weight {
        // At least 1_608_669_000 ps; measured proof 4889 bytes.
        Weight::from_parts(1_702_090_000, 32226)
            // 8 bonds slashed, and fees released.
            .saturating_add(Weight::from_parts(480_000_000, 29496))
            .saturating_add(T::DbWeight::get().reads_writes(62, 65))
    }
    fn withdrawal() -> Weight {
        // At least 68_286_000 ps; measured proof 733 bytes.
        Weight::from_parts(73_795_000, 6196)
            .saturating_add(T::DbWeight::get().reads_writes(4, 4))
    }
    fn purge() -> Weight {
        // At least 189_477_000 ps; measured proof 2522 bytes.
        Weight::from_parts(206_845_000, 21206)
            .saturating_add(T::DbWeight::get().reads_writes(14, 23))
    }
    fn set_params() -> Weight {
        // At least 11_165_000 ps; measured proof 196 bytes.
        Weight::from_parts(12_299_000, 1545)
            .saturating_add(T::DbWeight::get().reads_writes(1, 2))
    }
    fn set_price() -> Weight {
        // At least 12_386_000 ps; measured proof 367 bytes.
        Weight::from_parts(13_824_000, 1667)
            .saturating_add(T::DbWeight::get().reads_writes(2, 1))
    }
    fn pause() -> Weight {
        // At least 5_317_000 ps; measured proof 0 bytes.
        Weight::from_parts(6_345_000, 0)
            .saturating_add(T::DbWeight::get().reads_writes(0, 1))
    }
    fn close_order() -> Weight {
        // Clearing an order without replicas: a cancelling as it was measured, and a transfer to the treasury.
        Weight::from_parts(160_000_000, 12392)
            .saturating_add(T::DbWeight::get().reads_writes(10, 9))
    }
    fn extend_order() -> Weight {
        // The transfer of a new order's price, and its record.
        Weight::from_parts(130_126_000, 10592)
            .saturating_add(T::DbWeight::get().reads_writes(8, 6))
    }
    fn no_step() -> Weight {
        // At least 184_000 ps; measured proof 0 bytes.
        Weight::from_parts(253_000, 0)
            .saturating_add(T::DbWeight::get().reads_writes(0, 0))
    }
    fn step_prices() -> Weight {
        // At least 10_086_000 ps; measured proof 367 bytes.
        Weight::from_parts(11_188_000, 1667)
            .saturating_add(T::DbWeight::get().reads_writes(3, 1))
    }
    fn sweep_base() -> Weight {
        // At least 5_875_000 ps; measured proof 147 bytes.
        Weight::from_parts(6_533_000, 4396)
            .saturating_add(T::DbWeight::get().reads_writes(2, 0))
    }
    fn sweep_look() -> Weight {
        // At least 27_277_000 ps; measured proof 1830 bytes.
        Weight::from_parts(31_349_000, 7802)
            .saturating_add(T::DbWeight::get().reads_writes(5, 0))
    }
    // `r` from 1 to 8.
    fn sweep_act(r: u32) -> Weight {
        // At least 297_014_000 ps; measured proof 1846 + r * 380 bytes.
        Weight::from_parts(117_240_222, 8799)
            .saturating_add(Weight::from_parts(257_740_001, 0).saturating_mul(r.into()))
            .saturating_add(Weight::from_parts(0, 6384).saturating_mul(r.into()))
            // Fees released, and each bond slashed.
            .saturating_add(T::DbWeight::get().reads_writes(16, 10))
            .saturating_add(T::DbWeight::get().reads((6_u64).saturating_mul(r.into())))
            .saturating_add(T::DbWeight::get().writes((7_u64).saturating_mul(r.into())))
    }
    fn check_proofs() -> Weight {
        // At least 23_696_000 ps; measured proof 1950 bytes.
        Weight::from_parts(26_947_000, 4396)
            .saturating_add(T::DbWeight::get().reads_writes(4, 0))
    }
}
