//! What the pallet keeps beside orders, and the proof as miners send it.
use codec::{Decode, DecodeWithMemTracking, Encode, MaxEncodedLen};
use frame_support::{traits::ConstU32, BoundedVec};
use scale_info::TypeInfo;
use sp_core::H256;
use storage_core::{merkle::Leaf, Balance, Prices, MAX_DEPTH, MAX_NOTE, MAX_PEER, MAX_SAMPLES};

/// Most proofs in one call.
pub const MAX_PROOFS: u32 = 32;

/// Most rows on one page of a runtime API.
pub const MAX_PAGE: u32 = 50;

/// Most space one miner can declare: 1 PiB, so that the sum over all miners can never overflow.
pub const MAX_CAPACITY: u64 = 1 << 50;

/// Sealed file name and wrapped key; the chain never reads it.
pub type Note = BoundedVec<u8, ConstU32<MAX_NOTE>>;

/// Network address at which a miner serves.
pub type Peer = BoundedVec<u8, ConstU32<MAX_PEER>>;

/// Place in the sweep: the raw key of the order looked at last.
pub type SweepCursor = BoundedVec<u8, ConstU32<64>>;

/// One asked leaf with the hashes from it up to the root. Which leaf was asked is derived, never sent.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, DecodeWithMemTracking, MaxEncodedLen, TypeInfo)]
pub struct Sample {
    /// 1,024 bytes of ciphertext; the file's last leaf is padded with zeros.
    pub leaf: Leaf,
    /// Sibling hashes, lowest first.
    pub path: BoundedVec<H256, ConstU32<MAX_DEPTH>>,
}

/// The answer to one challenge: one sample per leaf asked, in order.
pub type Proof = BoundedVec<Sample, ConstU32<MAX_SAMPLES>>;

/// Several answers in one call.
pub type Proofs = BoundedVec<(u32, Proof), ConstU32<MAX_PROOFS>>;

/// A registered storage node.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, MaxEncodedLen, TypeInfo)]
pub struct Miner {
    /// Bytes it declares.
    pub total: u64,
    /// Bytes of the orders it serves.
    pub used: u64,
    /// Orders it serves.
    pub replicas: u32,
    /// Held while it is registered; what losses have left of it.
    pub bond: Balance,
    /// Where it serves.
    pub peer: Peer,
    /// Block of registration.
    pub since: u32,
    /// Misses ever booked against it.
    pub misses_total: u32,
}

/// What the pot owes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode, MaxEncodedLen, TypeInfo)]
pub struct LedgerTotals {
    /// To orders: prices not yet spent, and bounties.
    pub escrow: Balance,
    /// To miners: income not yet withdrawn.
    pub income: Balance,
}

/// Figures kept up to date with every change, so that reading them costs one read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode, MaxEncodedLen, TypeInfo)]
pub struct MarketStats {
    /// Registered miners.
    pub miners: u32,
    /// Orders being served, those past their deadline but not yet cleared included.
    pub live: u32,
    /// Confirmed replicas of live orders.
    pub replicas: u32,
    /// Bytes declared by all miners.
    pub total: u128,
    /// Bytes of all replicas, those still to be confirmed included.
    pub used: u128,
    /// Orders ever placed.
    pub orders: u32,
    /// Orders ever cleared.
    pub cleared: u32,
}

/// The floating prices and the counters they follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, MaxEncodedLen, TypeInfo)]
pub struct PriceState {
    /// Prices in force.
    pub prices: Prices,
    /// Block of the last step or setting.
    pub at: u32,
    /// Orders placed since the last step of the base fee.
    pub orders_win: u32,
    /// Replicas confirmed since the last step of the base fee.
    pub copies_win: u32,
}

/// Prices until somebody sets others: 10^-5 TTC a MiB and day, 10^-3 TTC for each fee.
pub const DEFAULT_PRICES: Prices = Prices {
    mib_day: 10_000_000,
    file_fee: 1_000_000_000,
    base_fee: 1_000_000_000,
};

impl Default for PriceState {
    fn default() -> Self {
        PriceState {
            prices: DEFAULT_PRICES,
            at: 0,
            orders_win: 0,
            copies_win: 0,
        }
    }
}

/// Why one proof of a replica that the caller keeps was not taken. None of these is a miss; the window stays open until it passes.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, DecodeWithMemTracking, MaxEncodedLen, TypeInfo,
)]
pub enum Rejection {
    /// Nothing is due now: the due epoch is still to come, or the proof was already taken.
    NotDue,
    /// The window has passed and the replica was lost.
    TooLate,
    /// Wrong number of samples, wrong path length, or the root does not come out.
    BadProof,
    /// The books did not allow it; nothing was changed.
    Fault,
}

/// What a miner did to its registration.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, DecodeWithMemTracking, MaxEncodedLen, TypeInfo,
)]
pub enum MinerChange {
    /// Came.
    Registered,
    /// Changed its space or address.
    Updated,
    /// Went; the bond is free.
    Left,
}

/// Key under which an id is listed oldest first: raw key order is id order.
pub fn oldest_first(id: u32) -> [u8; 4] {
    id.to_be_bytes()
}

/// Key under which an id is listed newest first: raw key order is reversed id order.
pub fn newest_first(id: u32) -> [u8; 4] {
    (!id).to_be_bytes()
}

/// The id behind a newest-first key.
pub fn id_of_newest_first(key: [u8; 4]) -> u32 {
    !u32::from_be_bytes(key)
}
