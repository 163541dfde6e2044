//! What the runtime API answers, as SCALE types. `pages.rs` fills them.
use alloc::vec::Vec;
use codec::{Decode, Encode};
use scale_info::TypeInfo;
use storage_core::{
    order::{ConsumerStatus, ProviderStatus, Status},
    Balance, Prices, Quote, Replica,
};

/// One page of a list.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
pub struct Page<Item> {
    /// At most 50 rows.
    pub items: Vec<Item>,
    /// Cursor of the next page; `None` at the end.
    pub next: Option<u32>,
    /// Rows of the whole list.
    pub total: u32,
}

/// An order as its customer and everybody else sees it.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
pub struct OrderView<AccountId> {
    /// Number.
    pub id: u32,
    /// Who pays.
    pub owner: AccountId,
    /// Content identifier, text.
    pub cid: Vec<u8>,
    /// Sealed name and key.
    pub note: Vec<u8>,
    /// Root of the tree over the ciphertext.
    pub root: [u8; 32],
    /// Bytes.
    pub size: u64,
    /// Replicas asked for.
    pub wanted: u8,
    /// Replicas there are: confirmed ones.
    pub replication: u8,
    /// Block of placing.
    pub created: u32,
    /// Blocks of service.
    pub duration: u32,
    /// Block of the first acceptance.
    pub started: Option<u32>,
    /// Last block of service if the owner has closed it before its time.
    pub closing: Option<u32>,
    /// Block since which it looks for miners.
    pub opened: u32,
    /// Last block of service; an estimate while `started` is empty.
    pub deadline: u32,
    /// Block of cancelling or clearing.
    pub ended: Option<u32>,
    /// Stored state.
    pub status: Status,
    /// State for the customer.
    pub consumer_status: ConsumerStatus,
    /// State for the miners.
    pub provider_status: Option<ProviderStatus>,
    /// Whole price.
    pub price: Balance,
    /// Part of the price.
    pub base_fee: Balance,
    /// Part of the price.
    pub file_fee: Balance,
    /// Part of the price: the treasury's share of storage.
    pub reserve: Balance,
    /// Part of the price: for the chain's work on the proofs.
    pub proving: Balance,
    /// Of file fee, reserve and proving, what the treasury has.
    pub levied: Balance,
    /// Part of the price: for the miners' acceptances.
    pub joining: Balance,
    /// Of that, what miners have.
    pub joined: Balance,
    /// Part of the price: what miners can earn, tips included.
    pub pool: Balance,
    /// Given on top.
    pub tips: Balance,
    /// Settled to miners so far.
    pub paid: Balance,
    /// Waiting for whoever replaces a lost replica.
    pub bounty: Balance,
    /// Held from the owner until the record is purged.
    pub deposit: Balance,
    /// Block from which it can be cleared, estimated; `None` unless served.
    pub clearable_at: Option<u32>,
    /// Who keeps it.
    pub replicas: Vec<ReplicaView<AccountId>>,
}

/// A replica of an order.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
pub struct ReplicaView<AccountId> {
    /// State as stored.
    pub replica: Replica<AccountId>,
    /// Earned by the deadline if every proof is given.
    pub estimated_income: Balance,
    /// Earned by now, settled or not.
    pub calculate_income: Balance,
    /// Where its miner serves; only filled for a single order, empty on pages.
    pub peer: Vec<u8>,
}

/// An order as one of its miners sees it.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
pub struct MinerOrderView<AccountId> {
    /// The order.
    pub order: OrderView<AccountId>,
    /// This miner's income by the deadline if every proof is given.
    pub estimated_income: Balance,
    /// This miner's income by now, settled or not.
    pub calculate_income: Balance,
}

/// What an order would cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
pub struct PriceView {
    /// Price in its parts.
    pub quote: Quote,
    /// Held on top while the record exists.
    pub deposit: Balance,
}

/// Figures of the whole market.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
pub struct StatisticsView {
    /// Registered miners.
    pub miners: u32,
    /// Orders being served.
    pub live: u32,
    /// Their replicas.
    pub replicas: u32,
    /// Bytes declared.
    pub total: u128,
    /// Bytes used.
    pub used: u128,
    /// Orders ever placed.
    pub orders: u32,
    /// Orders ever cleared.
    pub cleared: u32,
    /// Orders that look for miners.
    pub open: u32,
    /// Prices in force.
    pub prices: Prices,
    /// Block of these figures.
    pub block: u32,
}

/// A miner's own figures.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
pub struct MinerView {
    /// Bytes declared.
    pub total: u64,
    /// Bytes used.
    pub used: u64,
    /// Settled and not yet withdrawn.
    pub income: Balance,
    /// Orders it serves.
    pub replicas: u32,
    /// Orders it is listed with, cleared ones included.
    pub orders: u32,
    /// Held while it is registered.
    pub bond: Balance,
    /// Where it serves.
    pub peer: Vec<u8>,
    /// Block of registration.
    pub since: u32,
    /// Misses ever booked against it.
    pub misses_total: u32,
}

/// A proof that a miner can give now.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
pub struct DueView {
    /// The order.
    pub id: u32,
    /// The due epoch.
    pub epoch: u32,
    /// Last block in which the proof is taken, estimated at the present length of epochs.
    pub last_block: u32,
    /// Leaves to show, in this order.
    pub leaf_indexes: Vec<u64>,
}

/// What a miner has to show to take an order now.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
pub struct JoinView {
    /// Leaves to show, in this order; good until the epoch ends.
    pub leaf_indexes: Vec<u64>,
    /// Last block of the present epoch, estimated.
    pub last_block: u32,
    /// Whether the lottery lets the miner accept now.
    pub has_turn: bool,
}
