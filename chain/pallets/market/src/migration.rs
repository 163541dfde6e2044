//! Layouts of storage that were, and the way to the present one.
use crate::{Config, MarketParams, Orders, Pallet, Params};
use codec::Decode;
use core::marker::PhantomData;
use frame_support::{
    migrations::VersionedMigration,
    traits::{Get, UncheckedOnRuntimeUpgrade},
    weights::Weight,
};
use sp_core::{bounded::BoundedVec, ConstU32};
use storage_core::{
    order::{Cid, Order, Replicas, Status},
    params::{Bond, Bounds, Collateral, Shares, SlashShares},
    Balance, Replica, Timing, MAX_REPLICAS,
};

/// From layout 1 to 2: collateral with floors, prepaid work, confirmed replicas. Orders keep the terms they were placed on: they
/// have prepaid nothing for work, their fees went to the treasury when they began, and their replicas count as confirmed.
pub type FromOneToTwo<T> =
    VersionedMigration<1, 2, Unchecked<T>, Pallet<T>, <T as frame_system::Config>::DbWeight>;

/// The work of `FromOneToTwo`, whatever the version.
pub struct Unchecked<T>(PhantomData<T>);

#[derive(Decode)]
pub(crate) struct OldParams {
    timing: Timing,
    samples: u8,
    pending_blocks: u32,
    lottery_blocks: u32,
    collateral_days: u32,
    max_misses: u8,
    shares: Shares,
    slash: SlashShares,
    state_deposit: Balance,
    bond: Balance,
    retention_blocks: u32,
    mib_day_bounds: Bounds,
    file_fee_bounds: Bounds,
    base_fee_bounds: Bounds,
}

#[derive(Decode)]
struct OldOrder<AccountId> {
    owner: AccountId,
    cid: Cid,
    root: [u8; 32],
    size: u64,
    wanted: u8,
    created: u32,
    duration: u32,
    started: Option<u32>,
    status: Status,
    ended: Option<u32>,
    base_fee: Balance,
    file_fee: Balance,
    pool: Balance,
    reserve: Balance,
    tips: Balance,
    paid: Balance,
    bounty: Balance,
    deposit: Balance,
    replicas: BoundedVec<OldReplica<AccountId>, ConstU32<MAX_REPLICAS>>,
}

#[derive(Decode)]
struct OldReplica<AccountId> {
    miner: AccountId,
    joined: u32,
    proven: u32,
    due: u32,
    misses: u8,
    leaving: bool,
    fresh: bool,
    paid: Balance,
    collateral: Balance,
}

impl From<OldParams> for MarketParams {
    fn from(old: OldParams) -> Self {
        let usual = MarketParams::default();
        MarketParams {
            timing: old.timing,
            samples: old.samples,
            pending_blocks: old.pending_blocks,
            lottery_blocks: old.lottery_blocks,
            collateral: Collateral {
                days: old.collateral_days,
                ..usual.collateral
            },
            max_misses: old.max_misses,
            shares: old.shares,
            slash: old.slash,
            state_deposit: old.state_deposit,
            bond: Bond {
                base: old.bond,
                ..usual.bond
            },
            retention_blocks: old.retention_blocks,
            mib_day_bounds: old.mib_day_bounds,
            file_fee_bounds: old.file_fee_bounds,
            base_fee_bounds: old.base_fee_bounds,
            ..usual
        }
    }
}

impl<AccountId> From<OldReplica<AccountId>> for Replica<AccountId> {
    fn from(old: OldReplica<AccountId>) -> Self {
        Replica {
            miner: old.miner,
            joined: old.joined,
            proven: old.proven,
            due: old.due,
            misses: old.misses,
            confirmed: true,
            leaving: old.leaving,
            fresh: old.fresh,
            paid: old.paid,
            collateral: old.collateral,
        }
    }
}

impl<AccountId> From<OldOrder<AccountId>> for Order<AccountId> {
    fn from(old: OldOrder<AccountId>) -> Self {
        let replicas: alloc::vec::Vec<_> = old.replicas.into_iter().map(Replica::from).collect();
        let mut order = Order {
            owner: old.owner,
            cid: old.cid,
            root: old.root,
            size: old.size,
            wanted: old.wanted,
            created: old.created,
            duration: old.duration,
            started: old.started,
            closing: None,
            opened: old.created,
            status: old.status,
            ended: old.ended,
            base_fee: old.base_fee,
            file_fee: old.file_fee,
            pool: old.pool,
            reserve: old.reserve,
            proving: 0,
            levied: 0,
            joining: 0,
            joined: 0,
            tips: old.tips,
            paid: old.paid,
            bounty: old.bounty,
            deposit: old.deposit,
            replicas: Replicas::truncate_from(replicas),
        };
        if order.started.is_some() {
            order.levied = order.levy();
        }
        order
    }
}

impl<T: Config> UncheckedOnRuntimeUpgrade for Unchecked<T> {
    fn on_runtime_upgrade() -> Weight {
        let is_known = Params::<T>::translate::<OldParams, _>(|old| old.map(MarketParams::from)).is_ok();
        if !is_known {
            log::error!(target: "market", "the parameters are of no known layout: the usual ones take their place");
            Params::<T>::put(MarketParams::default());
        }
        let mut touched = 1;
        Orders::<T>::translate_values(|old: OldOrder<T::AccountId>| {
            touched += 1;
            Some(Order::from(old))
        });
        T::DbWeight::get().reads_writes(touched, touched)
    }
}
