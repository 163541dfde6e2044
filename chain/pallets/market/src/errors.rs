//! Errors. Each says one thing that the caller can act on.
use frame_support::pallet_macros::pallet_section;

/// The errors of the pallet.
#[pallet_section]
pub mod errors {
    /// Why a call was refused.
    #[pallet::error]
    pub enum Error<T> {
        /// The content identifier is empty or not letters and digits.
        BadCid,
        /// No byte, more than 32 GiB, or a price too large to count.
        BadSize,
        /// Less than 1 day or more than 730.
        BadDuration,
        /// No replica or more than 8.
        BadReplicas,
        /// The price has risen above the signed limit.
        PriceMoved,
        /// New orders are not taken at the moment.
        Paused,
        /// There is no such order.
        NoOrder,
        /// The order is not pending.
        NotPending,
        /// Too early: somebody else's order before its time-out, or a record before its retention is over.
        NotYet,
        /// The account is not a registered miner.
        NotMiner,
        /// The account is already registered.
        AlreadyMiner,
        /// No space, or more than 1 PiB.
        BadCapacity,
        /// Space, replicas or income still bind the miner.
        CapacityInUse,
        /// The order is not looking for miners.
        NotOpen,
        /// The miner already keeps this order.
        AlreadyIn,
        /// The miner has not enough free space.
        NoSpace,
        /// The miner's turn for this order has not come yet.
        NotYourTurn,
        /// No proof would fall due before the deadline.
        TooLate,
        /// The proof is not right.
        BadProof,
        /// There is no seed yet.
        NoSeed,
        /// The account has no replica of this order.
        NotReplica,
        /// The miner has already asked to leave.
        AlreadyLeaving,
        /// No window has passed without proof.
        NotMissed,
        /// The order is not being served.
        NotServed,
        /// Nothing was proven since the last time, and the order cannot be cleared yet.
        NothingDue,
        /// There is no income.
        NothingToWithdraw,
        /// The parameters do not hold together.
        BadParams,
        /// A price outside its bounds.
        BadPrice,
        /// No more order numbers.
        TooManyOrders,
        /// The order is somebody else's.
        NotOwner,
        /// The order ends already.
        AlreadyEnding,
        /// The miner registered after the order began to look for miners.
        TooYoung,
        /// The miner's bond is less than its declared space asks for.
        BondTooLow,
    }
}
