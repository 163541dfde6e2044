//! Seeds per epoch, mixed in every block from the relay chain's randomness.
//!
//! An epoch is a run of blocks. Its seed is the mix as it stood before its first block, so nobody who knows the chain up to
//! that block can have known the seed much earlier. Who can bend it depends on the host:
//!
//! | host | what is mixed in | who can predict or bend it |
//! |---|---|---|
//! | parachain | the relay chain author's verifiable random value of every block | a relay author, by withholding a block (about one bit); a collator, by choosing among a few relay parents or skipping its slot |
//! | omni-node in development mode | made-up relay state | everybody: for tests only |
//! | embedded | 32 bytes of the operating system's randomness that the driver puts in the relay state | the operator of that machine, nobody outside |
//!
//! That is enough to sample storage proofs; it is not enough for a lottery of high value.
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod mix;
mod relay;
#[cfg(test)]
mod tests;
mod types;

pub use mix::{genesis_mix, next_mix};
pub use pallet::*;
pub use types::{EpochInfo, SeedInfo};

/// Seeds of so many epochs are kept.
pub const RING: u32 = 32;

#[frame_support::pallet]
pub mod pallet {
    use super::{genesis_mix, EpochInfo, SeedInfo, RING};
    use core::marker::PhantomData;
    use frame_support::pallet_prelude::*;
    use frame_system::pallet_prelude::BlockNumberFor;
    use sp_core::H256;
    use sp_runtime::traits::{Get, UniqueSaturatedInto};

    /// What the pallet needs to know of its runtime.
    #[pallet::config]
    pub trait Config: frame_system::Config<Hash = H256> {
        /// Blocks of an epoch. A changed value takes effect at the next roll; zero counts as one.
        type EpochLength: Get<u32>;
    }

    /// The pallet.
    #[pallet::pallet]
    pub struct Pallet<T>(_);

    /// Randomness of all blocks so far. Changes once in every block.
    #[pallet::storage]
    pub type Mix<T: Config> = StorageValue<_, H256, ValueQuery>;

    /// The present epoch.
    #[pallet::storage]
    pub type Epoch<T: Config> = StorageValue<_, EpochInfo, ValueQuery>;

    /// First block and seed of each of the last 32 epochs, by the epoch's index.
    #[pallet::storage]
    pub type Seeds<T: Config> = StorageMap<_, Twox64Concat, u32, SeedInfo>;

    /// Genesis of the pallet: nothing to configure. Epoch 0 begins at block 0 with a seed that everybody knows.
    #[pallet::genesis_config]
    #[derive(frame_support::DefaultNoBound)]
    pub struct GenesisConfig<T: Config> {
        #[serde(skip)]
        _config: PhantomData<T>,
    }

    #[pallet::genesis_build]
    impl<T: Config> BuildGenesisConfig for GenesisConfig<T> {
        fn build(&self) {
            let seed = genesis_mix();
            Mix::<T>::put(seed);
            Epoch::<T>::put(EpochInfo {
                index: 0,
                start: 0,
                length: epoch_length::<T>(),
            });
            Seeds::<T>::insert(0, SeedInfo { start: 0, seed });
        }
    }

    #[pallet::hooks]
    impl<T: Config> Hooks<BlockNumberFor<T>> for Pallet<T> {
        /// Begins a new epoch when the present one has had all its blocks.
        fn on_initialize(number: BlockNumberFor<T>) -> Weight {
            let read = T::DbWeight::get().reads(1);
            let now: u32 = number.unique_saturated_into();
            let epoch = Epoch::<T>::get();
            if now.saturating_sub(epoch.start) < epoch.length.max(1) {
                return read;
            }
            Self::roll(epoch, now);
            read.saturating_add(T::DbWeight::get().reads_writes(2, 3))
        }

        #[cfg(feature = "try-runtime")]
        fn try_state(_: BlockNumberFor<T>) -> Result<(), sp_runtime::TryRuntimeError> {
            Self::check_state()
        }
    }

    impl<T: Config> Pallet<T> {
        /// The present epoch.
        pub fn epoch() -> EpochInfo {
            Epoch::<T>::get()
        }

        /// First block and seed of an epoch; nothing for epochs to come and for those that have left the ring.
        pub fn seed(epoch: u32) -> Option<SeedInfo> {
            Seeds::<T>::get(epoch)
        }

        fn roll(epoch: EpochInfo, now: u32) {
            let index = epoch.index.saturating_add(1);
            Epoch::<T>::put(EpochInfo {
                index,
                start: now,
                length: epoch_length::<T>(),
            });
            Seeds::<T>::insert(
                index,
                SeedInfo {
                    start: now,
                    seed: Mix::<T>::get(),
                },
            );
            if let Some(old) = index.checked_sub(RING) {
                Seeds::<T>::remove(old);
            }
        }

        /// Invariants: at most 32 seeds (I10), the present epoch's among them, each older epoch begun before the next.
        #[cfg(any(test, feature = "try-runtime"))]
        pub fn check_state() -> Result<(), sp_runtime::TryRuntimeError> {
            let epoch = Epoch::<T>::get();
            let oldest = (epoch.index + 1).saturating_sub(RING);
            ensure!(
                Seeds::<T>::iter().count() as u32 == epoch.index - oldest + 1,
                "the ring holds the last 32 epochs and no other"
            );
            let mut next_start = None;
            for index in (oldest..=epoch.index).rev() {
                let seed = Seeds::<T>::get(index).ok_or("a seed of the ring is missing")?;
                ensure!(
                    next_start.is_none_or(|next| seed.start < next),
                    "epochs begin one after the other"
                );
                next_start = Some(seed.start);
            }
            ensure!(
                Seeds::<T>::get(epoch.index).is_some_and(|seed| seed.start == epoch.start),
                "the present epoch and its seed begin with the same block"
            );
            Ok(())
        }
    }

    fn epoch_length<T: Config>() -> u32 {
        T::EpochLength::get().max(1)
    }
}
