//! The upgrade of a chain that was founded with the first layout.
use crate::{migration, mock::*, HoldReason, Miners, Orders, Params};
use codec::Encode;
use frame_support::{
    storage::unhashed,
    traits::{GetStorageVersion, OnRuntimeUpgrade, StorageVersion},
};
use storage_core::{order::Status, DAY};

/// The parameters as the first layout wrote them.
fn old_params() -> Vec<u8> {
    let now = crate::MarketParams::embedded();
    let first = (now.timing, now.samples, now.pending_blocks, now.lottery_blocks);
    let middle = (
        7u32,
        now.max_misses,
        now.shares,
        now.slash,
        now.state_deposit,
        TTC,
    );
    let last = (
        now.retention_blocks,
        now.mib_day_bounds,
        now.file_fee_bounds,
        now.base_fee_bounds,
    );
    (first, middle, last).encode()
}

/// An order as the first layout wrote it.
fn old_order(id: u32) -> Vec<u8> {
    let now = Orders::<Test>::get(id).unwrap();
    let replicas: Vec<_> = now
        .replicas
        .iter()
        .map(|kept| {
            let times = (kept.miner, kept.joined, kept.proven, kept.due, kept.misses);
            (times, kept.leaving, kept.fresh, kept.paid, kept.collateral)
        })
        .collect();
    let wish = (now.owner, now.cid, now.root, now.size, now.wanted);
    let life = (now.created, now.duration, now.started, now.status, now.ended);
    let price = (now.base_fee, now.file_fee, now.pool, now.reserve, now.tips);
    (wish, life, price, now.paid, now.bounty, now.deposit, replicas).encode()
}

#[test]
fn orders_miners_and_parameters_of_the_first_layout_live_on() {
    ext().execute_with(|| {
        register(11);
        let id = place(1, 5, 3_000, 30, 3, 0);
        accept(11, id, 5);
        let pending = place(2, 6, 3_000, 30, 3, 0);
        // The first layout's fees of a started order were with the treasury from the beginning.
        let levy = Orders::<Test>::get(id).unwrap().levy();
        Market::escrow_to(&TREASURY, levy).unwrap();
        let before = Orders::<Test>::get(id).unwrap();
        for id in [id, pending] {
            let old = old_order(id);
            unhashed::put_raw(&Orders::<Test>::hashed_key_for(id), &old);
        }
        unhashed::put_raw(&Params::<Test>::hashed_key(), &old_params());
        StorageVersion::new(1).put::<Market>();

        migration::FromOneToTwo::<Test>::on_runtime_upgrade();

        assert_eq!(Market::on_chain_storage_version(), StorageVersion::new(2));
        assert_eq!(Params::<Test>::get(), crate::MarketParams::embedded());
        let order = Orders::<Test>::get(id).unwrap();
        assert_eq!((order.levied, &order.replicas), (levy, &before.replicas));
        assert_eq!(order.opened, order.created);
        assert_eq!(Orders::<Test>::get(pending).unwrap().status, Status::Pending);
        assert_eq!(Miners::<Test>::get(11).unwrap().bond, held(HoldReason::Bond, 11));
        check();
        // It ends as any other, with nothing left over.
        go_to(order.deadline() + DAY);
        idle();
        assert_eq!(Orders::<Test>::get(id).unwrap().status, Status::Cleared);
        check();
        // A second time nothing happens.
        migration::FromOneToTwo::<Test>::on_runtime_upgrade();
        check();
    });
}
