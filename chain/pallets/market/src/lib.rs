//! The storage market: orders, miners, replicas, proofs of possession, income and floating prices.
//!
//! A customer pays the whole price into the pot when placing an order. Miners that show random leaves of the ordered bytes
//! earn from it, linearly and only for time that they have proven; what was not served goes back. Money only moves, nothing
//! is minted. All arithmetic and every transition of an order or a replica is in `storage-core`; this pallet keeps the
//! records, moves the money and bounds the work: at most 8 replicas an order, 32 proofs a call, 50 rows a page, and
//! sweeping only in weight that a block has left.
#![cfg_attr(not(feature = "std"), no_std)]
// The constructor that FRAME writes for `create_order` has one for each of the call's own.
#![allow(clippy::too_many_arguments)]

extern crate alloc;

mod errors;
mod events;
mod extension;
#[cfg(any(feature = "try-runtime", test))]
mod invariants;
mod ledger;
pub mod migration;
mod miners;
mod orders;
mod pages;
mod prices;
mod proofs;
mod settle;
mod storage;
mod sweep;
mod types;
mod views;
pub mod weights;

#[cfg(feature = "runtime-benchmarks")]
mod benchmarking;
#[cfg(test)]
mod mock;
#[cfg(test)]
mod tests;

pub use extension::CheckProofs;
pub use pallet::*;
pub use prices::EpochBlocks;
pub use storage_core::{Params as MarketParams, Seed, Seeds};
pub use types::*;
pub use views::*;
pub use weights::WeightInfo;

use frame_support::pallet_macros::import_section;

/// The pallet itself: configuration, storage, hooks and calls. Calls are doors only; the work is in the other modules.
#[import_section(events::events)]
#[import_section(errors::errors)]
#[import_section(storage::storage)]
#[frame_support::pallet]
pub mod pallet {
    use crate::{
        types::{Miner, Note, Peer, Proof, Proofs, SweepCursor, *},
        MarketParams, Seeds, WeightInfo,
    };
    use frame_support::{
        pallet_prelude::*,
        traits::{
            fungible::{hold::Mutate as HoldMutate, Mutate},
            Contains,
        },
        PalletId,
    };
    use frame_system::pallet_prelude::*;
    use storage_core::{
        order::{Cid, Order, Wish},
        Balance, Prices, Quote,
    };

    /// Version of the layout of storage.
    pub const STORAGE_VERSION: StorageVersion = StorageVersion::new(2);

    /// What the market needs from its runtime.
    #[pallet::config]
    pub trait Config: frame_system::Config<RuntimeEvent: From<Event<Self>>> {
        /// The token. Collateral, bonds and deposits are holds on the payer's own account.
        type Currency: Mutate<Self::AccountId, Balance = Balance>
            + HoldMutate<Self::AccountId, Reason = Self::RuntimeHoldReason>;

        /// The runtime's reason for a hold.
        type RuntimeHoldReason: From<HoldReason>;

        /// Epochs and their seeds.
        type Seeds: Seeds;

        /// Names the pot, in which prices wait to be earned.
        #[pallet::constant]
        type PotId: Get<PalletId>;

        /// Receives fees, reserves and its part of slashes.
        type Treasury: Get<Self::AccountId>;

        /// Who may send Operational calls other than proofs: whoever holds root.
        type Operators: Contains<Self::AccountId>;

        /// Weights of the calls.
        type WeightInfo: WeightInfo;
    }

    /// The pallet.
    #[pallet::pallet]
    #[pallet::storage_version(STORAGE_VERSION)]
    pub struct Pallet<T>(_);

    /// Why part of an account's balance is held.
    #[pallet::composite_enum]
    pub enum HoldReason {
        /// For a replica, until it has served or failed.
        Collateral,
        /// For being registered as a miner.
        Bond,
        /// For the record of an order, until it is purged.
        OrderDeposit,
    }

    /// Parameters and prices at the start; the pot and the treasury get the existential deposit that keeps them alive.
    #[pallet::genesis_config]
    pub struct GenesisConfig<T: Config> {
        /// Parameters; must hold together.
        pub params: MarketParams,
        /// Prices; must be inside the parameters' bounds.
        pub prices: Prices,
        #[serde(skip)]
        /// Nothing.
        pub _config: core::marker::PhantomData<T>,
    }

    impl<T: Config> Default for GenesisConfig<T> {
        fn default() -> Self {
            GenesisConfig {
                params: MarketParams::default(),
                prices: DEFAULT_PRICES,
                _config: Default::default(),
            }
        }
    }

    #[pallet::genesis_build]
    impl<T: Config> BuildGenesisConfig for GenesisConfig<T> {
        fn build(&self) {
            crate::prices::build_genesis::<T>(&self.params, &self.prices);
        }
    }

    #[pallet::hooks]
    impl<T: Config> Hooks<BlockNumberFor<T>> for Pallet<T> {
        fn on_initialize(_now: BlockNumberFor<T>) -> Weight {
            Self::step_prices(Self::now())
        }

        fn on_idle(_now: BlockNumberFor<T>, remaining: Weight) -> Weight {
            Self::sweep(remaining)
        }

        #[cfg(feature = "try-runtime")]
        fn try_state(_now: BlockNumberFor<T>) -> Result<(), sp_runtime::TryRuntimeError> {
            Self::check_invariants()
        }
    }

    #[pallet::call]
    impl<T: Config> Pallet<T> {
        /// Places an order for `size` bytes whose tree has `root`, for `duration` blocks on `wanted` miners. The price goes
        /// into the pot and the state deposit is held. Refused when the price is above `max_price`, deposit not counted.
        /// Errors: BadCid, BadSize, BadDuration, BadReplicas, PriceMoved, Paused, and the token's own.
        #[pallet::call_index(0)]
        #[pallet::weight(T::WeightInfo::create_order())]
        pub fn create_order(
            origin: OriginFor<T>,
            cid: Cid,
            note: Note,
            root: [u8; 32],
            size: u64,
            duration: u32,
            wanted: u8,
            tips: Balance,
            max_price: Balance,
        ) -> DispatchResult {
            let owner = ensure_signed(origin)?;
            Self::place_order(
                Wish {
                    owner,
                    cid,
                    root,
                    size,
                    duration,
                    wanted,
                },
                note,
                tips,
                max_price,
            )
        }

        /// Ends a pending order: the price goes back to its owner at once, the deposit when the record is purged. Miners that
        /// are on the way keep their shares of what was prepaid for acceptances. The owner may at any time, anybody after
        /// the time-out once no miner is on the way. Errors: NoOrder, NotPending, NotYet.
        #[pallet::call_index(1)]
        #[pallet::weight(T::WeightInfo::cancel_order())]
        pub fn cancel_order(origin: OriginFor<T>, id: u32) -> DispatchResult {
            let caller = ensure_signed(origin)?;
            Self::cancel_by(&caller, id)
        }

        /// Registers the caller as a miner with `total` bytes, reachable at `peer`; the bond, which grows with them, is held.
        /// Errors: AlreadyMiner, BadCapacity, and the token's own.
        #[pallet::call_index(2)]
        #[pallet::weight(T::WeightInfo::register())]
        pub fn register(origin: OriginFor<T>, total: u64, peer: Peer) -> DispatchResult {
            let miner = ensure_signed(origin)?;
            Self::register_miner(miner, total, peer)
        }

        /// Changes the caller's space and address, and brings the bond to what that space asks for. Errors: NotMiner, BadCapacity, CapacityInUse.
        #[pallet::call_index(3)]
        #[pallet::weight(T::WeightInfo::update_miner())]
        pub fn update_miner(origin: OriginFor<T>, total: u64, peer: Peer) -> DispatchResult {
            let miner = ensure_signed(origin)?;
            Self::change_miner(miner, total, peer)
        }

        /// Ends the caller's registration and frees its bond. Errors: NotMiner, CapacityInUse.
        #[pallet::call_index(4)]
        #[pallet::weight(T::WeightInfo::deregister())]
        pub fn deregister(origin: OriginFor<T>) -> DispatchResult {
            let miner = ensure_signed(origin)?;
            Self::remove_miner(miner)
        }

        /// Takes a free slot of an order by showing the leaves that the present epoch's seed asks, and holds collateral. The
        /// miner confirms with a proof for the next epoch's seed, or loses slot, collateral and part of its bond; the first
        /// confirmation starts the service. The fee comes back with it, out of what the customer has prepaid.
        /// Errors: NotMiner, NoOrder, NotOpen, AlreadyIn, NoSpace, BondTooLow, TooYoung, NotYourTurn, TooLate, NoSeed, BadProof.
        #[pallet::call_index(5)]
        #[pallet::weight(T::WeightInfo::accept())]
        pub fn accept(origin: OriginFor<T>, id: u32, proof: Proof) -> DispatchResult {
            let miner = ensure_signed(origin)?;
            Self::accept_order(miner, id, &proof)
        }

        /// Proves up to 32 replicas of the caller. Each stands alone: a bad one is rejected by an event and undoes nothing.
        /// An unreported miss of the same replica is booked first. No fee when all are taken. An order that is not served, or
        /// not by the caller, is passed over without a word. Error: NotMiner.
        #[pallet::call_index(6)]
        #[pallet::weight((
            T::WeightInfo::submit_proofs(proofs.len() as u32),
            DispatchClass::Operational,
        ))]
        pub fn submit_proofs(origin: OriginFor<T>, proofs: Proofs) -> DispatchResultWithPostInfo {
            let miner = ensure_signed(origin)?;
            ensure!(Miners::<T>::contains_key(&miner), Error::<T>::NotMiner);
            let is_all_good = Self::take_proofs(&miner, proofs);
            Ok(if is_all_good { Pays::No } else { Pays::Yes }.into())
        }

        /// Asks to leave an order. The replica goes with its whole collateral after its next valid proof, not before, so
        /// that nobody leaves to dodge a challenge. Errors: NoOrder, NotServed, NotReplica, AlreadyLeaving.
        #[pallet::call_index(7)]
        #[pallet::weight(T::WeightInfo::leave())]
        pub fn leave(origin: OriginFor<T>, id: u32) -> DispatchResult {
            let miner = ensure_signed(origin)?;
            Self::ask_to_leave(miner, id)
        }

        /// Books a miss that nobody has booked: the reporter gets its share of the slash, and pays no fee.
        /// Errors: NoOrder, NotServed, NotReplica, NotMissed.
        #[pallet::call_index(8)]
        #[pallet::weight(T::WeightInfo::report_missed())]
        pub fn report_missed(
            origin: OriginFor<T>,
            id: u32,
            miner: T::AccountId,
        ) -> DispatchResultWithPostInfo {
            let reporter = ensure_signed(origin)?;
            Self::report_miss(reporter, id, &miner)?;
            Ok(Pays::No.into())
        }

        /// Settles every replica's proven time into the miners' income, and clears the order when its deadline has passed
        /// and nothing is left to prove. Anybody may. Errors: NoOrder, NotServed, NothingDue.
        #[pallet::call_index(9)]
        #[pallet::weight(T::WeightInfo::calculate_reward())]
        pub fn calculate_reward(origin: OriginFor<T>, id: u32) -> DispatchResult {
            ensure_signed(origin)?;
            Self::settle_order(id)
        }

        /// Moves the caller's income to its balance. Error: NothingToWithdraw.
        #[pallet::call_index(10)]
        #[pallet::weight(T::WeightInfo::withdrawal())]
        pub fn withdrawal(origin: OriginFor<T>) -> DispatchResult {
            let miner = ensure_signed(origin)?;
            Self::withdraw_income(miner)
        }

        /// Removes the record of an order that ended more than the retention ago. The deposit goes back to the owner, less
        /// a tenth if somebody else does the work. Errors: NoOrder, NotYet.
        #[pallet::call_index(11)]
        #[pallet::weight(T::WeightInfo::purge())]
        pub fn purge(origin: OriginFor<T>, id: u32) -> DispatchResult {
            let caller = ensure_signed(origin)?;
            Self::purge_by(caller, id)
        }

        /// Replaces the parameters, by root. The epoch's length changes at the next epoch. Error: BadParams.
        #[pallet::call_index(12)]
        #[pallet::weight(T::WeightInfo::set_params())]
        pub fn set_params(origin: OriginFor<T>, params: MarketParams) -> DispatchResult {
            ensure_root(origin)?;
            Self::replace_params(params)
        }

        /// Sets the prices, by root, inside their bounds. Error: BadPrice.
        #[pallet::call_index(13)]
        #[pallet::weight(T::WeightInfo::set_price())]
        pub fn set_price(origin: OriginFor<T>, prices: Prices) -> DispatchResult {
            ensure_root(origin)?;
            Self::replace_prices(prices)
        }

        /// Stops or resumes the placing of orders, by root. Orders already placed go on.
        #[pallet::call_index(14)]
        #[pallet::weight(T::WeightInfo::pause())]
        pub fn pause(origin: OriginFor<T>, is_paused: bool) -> DispatchResult {
            ensure_root(origin)?;
            Paused::<T>::put(is_paused);
            Self::deposit_event(Event::PausedChanged { is_paused });
            Ok(())
        }

        /// Ends the caller's order before its time: at once if nobody keeps it, otherwise a period from now, so that its
        /// miners can prove what they have kept. What is not served goes back when it is cleared.
        /// Errors: NoOrder, NotServed, NotOwner, AlreadyEnding.
        #[pallet::call_index(15)]
        #[pallet::weight(T::WeightInfo::close_order())]
        pub fn close_order(origin: OriginFor<T>, id: u32) -> DispatchResult {
            let owner = ensure_signed(origin)?;
            Self::close_by(&owner, id)
        }

        /// Adds `blocks`, at least a day, to the caller's order on the terms it has. Its miners stay; who does not want to
        /// may leave. Refused when it costs more than `max_price`.
        /// Errors: NoOrder, NotServed, NotOwner, AlreadyEnding, BadDuration, PriceMoved, and the token's own.
        #[pallet::call_index(16)]
        #[pallet::weight(T::WeightInfo::extend_order())]
        pub fn extend_order(
            origin: OriginFor<T>,
            id: u32,
            blocks: u32,
            max_price: Balance,
        ) -> DispatchResult {
            let owner = ensure_signed(origin)?;
            Self::extend_by(&owner, id, blocks, max_price)
        }
    }
}
