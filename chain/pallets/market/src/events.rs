//! Events. An index can rebuild every order, income and holding from them alone.
use frame_support::pallet_macros::pallet_section;

/// The events of the pallet.
#[pallet_section]
pub mod events {
    /// What happened, for indexes and screens.
    #[pallet::event]
    #[pallet::generate_deposit(pub(crate) fn deposit_event)]
    pub enum Event<T: Config> {
        /// An order was placed and its price taken.
        OrderCreated {
            /// The order.
            id: u32,
            /// Who pays.
            owner: T::AccountId,
            /// Content identifier.
            cid: Cid,
            /// Bytes.
            size: u64,
            /// Blocks of service.
            duration: u32,
            /// Replicas asked for.
            wanted: u8,
            /// Price in its parts.
            quote: Quote,
        },
        /// A pending order ended and its price went back, less what miners on the way had for their acceptances.
        OrderCanceled {
            /// The order.
            id: u32,
            /// Who pays.
            owner: T::AccountId,
            /// What went back.
            refund: Balance,
        },
        /// The first replica was confirmed: the base fee went to the treasury and service began with its acceptance.
        OrderStarted {
            /// The order.
            id: u32,
            /// Last block of service.
            deadline: u32,
            /// What the treasury got.
            to_treasury: Balance,
        },
        /// The owner ends the order before its time.
        OrderClosing {
            /// The order.
            id: u32,
            /// Who pays.
            owner: T::AccountId,
            /// Last block of service.
            deadline: u32,
        },
        /// The owner has paid for more time on the same terms.
        OrderExtended {
            /// The order.
            id: u32,
            /// Who pays.
            owner: T::AccountId,
            /// Last block of service.
            deadline: u32,
            /// What was paid.
            amount: Balance,
        },
        /// Part of the fees and the reserve of an order went to the treasury, for time that was proven.
        FeesReleased {
            /// The order.
            id: u32,
            /// What the treasury got.
            amount: Balance,
        },
        /// All is proven, settled or lost; the rest of the pool and an unused bounty went back to the owner.
        OrderCleared {
            /// The order.
            id: u32,
            /// Who pays.
            owner: T::AccountId,
            /// Paid to miners over the order's life.
            paid: Balance,
            /// What went back.
            refund: Balance,
        },
        /// The record of an ended order is gone; the deposit went back.
        OrderPurged {
            /// The order.
            id: u32,
            /// Who pays.
            owner: T::AccountId,
            /// Part of the deposit that whoever purged it took.
            reward: Balance,
        },
        /// A miner came, changed or went.
        MinerChanged {
            /// The miner.
            miner: T::AccountId,
            /// What it did.
            change: MinerChange,
            /// Bytes it now declares.
            total: u64,
        },
        /// A miner showed the bytes and has a place; it is counted on once it has confirmed.
        ReplicaJoined {
            /// The order.
            id: u32,
            /// The miner.
            miner: T::AccountId,
            /// Held for it.
            collateral: Balance,
            /// Epoch of its first proof.
            due: u32,
        },
        /// A miner's first proof: it keeps the order, and what was prepaid for its acceptance is its income.
        ReplicaConfirmed {
            /// The order.
            id: u32,
            /// The miner.
            miner: T::AccountId,
            /// For its acceptance.
            amount: Balance,
        },
        /// A miner wants to go after its next proof.
        ReplicaLeaving {
            /// The order.
            id: u32,
            /// The miner.
            miner: T::AccountId,
        },
        /// A miner went with its whole collateral.
        ReplicaLeft {
            /// The order.
            id: u32,
            /// The miner.
            miner: T::AccountId,
        },
        /// A due epoch was proven.
        ProofAccepted {
            /// The order.
            id: u32,
            /// The miner.
            miner: T::AccountId,
            /// The due epoch.
            epoch: u32,
            /// Keeping is now proven up to this block.
            proven: u32,
        },
        /// A proof of a replica that its miner keeps was not taken.
        ProofRejected {
            /// The order.
            id: u32,
            /// The miner.
            miner: T::AccountId,
            /// Why.
            reason: Rejection,
        },
        /// A due epoch passed without proof.
        ReplicaMissed {
            /// The order.
            id: u32,
            /// The miner.
            miner: T::AccountId,
            /// The due epoch.
            epoch: u32,
            /// Taken from the collateral.
            slashed: Balance,
            /// Who reported it, if anybody did.
            reporter: Option<T::AccountId>,
        },
        /// The miss cost the replica and part of its miner's bond; the slot is free.
        ReplicaLost {
            /// The order.
            id: u32,
            /// The miner.
            miner: T::AccountId,
            /// Taken from the bond.
            bond: Balance,
        },
        /// Proven time was settled into a miner's income.
        RewardCalculated {
            /// The order.
            id: u32,
            /// The miner.
            miner: T::AccountId,
            /// What was settled.
            amount: Balance,
        },
        /// A replacement's first proof earned the bounty.
        BountyEarned {
            /// The order.
            id: u32,
            /// The miner.
            miner: T::AccountId,
            /// The bounty.
            amount: Balance,
        },
        /// A miner took its income.
        Withdrawn {
            /// The miner.
            miner: T::AccountId,
            /// What it took.
            amount: Balance,
        },
        /// The prices moved or were set.
        PricesChanged {
            /// Prices in force from now on.
            prices: Prices,
        },
        /// Root changed the parameters.
        ParamsChanged {
            /// Parameters in force from now on.
            params: MarketParams,
        },
        /// Root stopped or resumed the placing of orders.
        PausedChanged {
            /// Whether new orders are refused.
            is_paused: bool,
        },
    }
}
