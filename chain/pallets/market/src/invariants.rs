//! What must hold between any two extrinsics. `try_state` runs it on live chains, the tests after every step.
use crate::{
    id_of_newest_first, newest_first, oldest_first, ByMiner, ByOwner, Config, HoldReason, Income, Ledger,
    LedgerTotals, MinerCount, Miners, NextOrderId, Notes, Open, Orders, OwnerCount, Pallet, Stats,
};
use alloc::collections::BTreeMap;
use codec::Encode;
use frame_support::{
    ensure,
    traits::fungible::{hold::Inspect as _, Inspect as _},
};
use sp_runtime::TryRuntimeError;
use storage_core::{
    order::{Order, Status},
    Balance, Seeds, MAX_REPLICAS, SEED_RING,
};

/// One miner as it follows from the orders alone.
#[derive(Default)]
struct Recount {
    used: u64,
    replicas: u32,
    collateral: Balance,
    listed: u32,
}

impl<T: Config> Pallet<T> {
    /// Checks I1 to I8 and I10 of the design. I9 (no issuance) and I11 (no panic) are the tests' to show.
    pub(crate) fn check_invariants() -> Result<(), TryRuntimeError> {
        for (id, order) in Orders::<T>::iter() {
            Self::check_order(id, &order)?;
        }
        Self::check_money()?;
        Self::check_owners()?;
        Self::check_miners()?;
        Self::check_figures()?;
        let newest = T::Seeds::epoch().index;
        let kept = (0..=newest.min(4 * SEED_RING))
            .filter_map(|back| T::Seeds::seed(newest - back))
            .count();
        ensure!(kept <= SEED_RING as usize, "I10: more than 32 seeds are kept");
        Ok(())
    }

    fn check_order(id: u32, order: &Order<T::AccountId>) -> Result<(), TryRuntimeError> {
        let terms = order.terms();
        ensure!(id < NextOrderId::<T>::get(), "an order's number was never given");
        ensure!(Notes::<T>::contains_key(id), "an order has lost its note");
        ensure!(
            Open::<T>::contains_key(oldest_first(id)) == order.is_open(),
            "I5: Open disagrees"
        );
        ensure!(
            ByOwner::<T>::contains_key(&order.owner, newest_first(id)),
            "I5: an order is not listed with its owner"
        );
        let count = order.replicas.len();
        ensure!(
            count <= usize::from(order.wanted),
            "I10: more replicas than wanted"
        );
        ensure!(u32::from(order.wanted) <= MAX_REPLICAS, "I10: more than 8 wanted");
        ensure!(order.paid <= order.pool, "I7: more was paid than the pool holds");
        let paid: Balance = order.replicas.iter().map(|replica| replica.paid).sum();
        ensure!(paid <= order.paid, "I7: replicas were paid more than their order");
        for replica in &order.replicas {
            ensure!(
                replica.paid <= replica.earned(&terms),
                "I7: a replica was paid ahead of its proofs"
            );
            ensure!(replica.joined <= replica.proven, "proven time is negative");
            ensure!(
                ByMiner::<T>::contains_key(&replica.miner, newest_first(id)),
                "I4: a replica is not listed with its miner"
            );
        }
        let is_started = matches!(order.status, Status::Finished | Status::Cleared);
        ensure!(
            order.started.is_some() == is_started,
            "only a served order has begun"
        );
        ensure!(
            order.ended.is_some() == matches!(order.status, Status::Canceled | Status::Cleared),
            "only an ended order has an end"
        );
        ensure!(
            is_started || order.confirmed() == 0,
            "an order that has not begun has confirmed replicas"
        );
        ensure!(
            order.levied <= order.levy(),
            "more was levied than the order brings"
        );
        ensure!(
            order.joined <= order.joining,
            "more was paid for acceptances than prepaid"
        );
        let is_paid_ahead = order
            .replicas
            .iter()
            .any(|replica| !replica.confirmed && replica.paid > 0);
        ensure!(!is_paid_ahead, "a replica was paid before it was confirmed");
        Ok(())
    }

    fn check_money() -> Result<(), TryRuntimeError> {
        let LedgerTotals { escrow, income } = Ledger::<T>::get();
        let owed: Balance = Orders::<T>::iter_values().map(|order| order.escrow()).sum();
        ensure!(escrow == owed, "I1: the escrow is not that of the orders");
        let incomes: Balance = Income::<T>::iter_values().sum();
        ensure!(income == incomes, "I1: the income is not that of the miners");
        ensure!(
            Income::<T>::iter_values().all(|amount| amount > 0),
            "an empty income is kept"
        );
        let pot = T::Currency::balance(&Self::pot());
        ensure!(
            pot >= T::Currency::minimum_balance() + escrow + income,
            "I1: the pot is short"
        );
        Ok(())
    }

    fn check_owners() -> Result<(), TryRuntimeError> {
        let mut owners: BTreeMap<_, (T::AccountId, u32, Balance)> = BTreeMap::new();
        for order in Orders::<T>::iter_values() {
            let row = owners
                .entry(order.owner.encode())
                .or_insert_with(|| (order.owner.clone(), 0, 0));
            row.1 += 1;
            row.2 += order.deposit;
        }
        for (owner, count, deposit) in owners.values() {
            let held = T::Currency::balance_on_hold(&HoldReason::OrderDeposit.into(), owner);
            ensure!(held == *deposit, "I3: deposits held disagree with the orders");
            ensure!(OwnerCount::<T>::get(owner) == *count, "I5: OwnerCount disagrees");
        }
        ensure!(
            OwnerCount::<T>::iter().count() == owners.len(),
            "I5: OwnerCount has strangers"
        );
        for (owner, key, ()) in ByOwner::<T>::iter() {
            let order = Orders::<T>::get(id_of_newest_first(key));
            ensure!(
                order.is_some_and(|order| order.owner == owner),
                "I5: ByOwner has strangers"
            );
        }
        Ok(())
    }

    fn recount_miners() -> BTreeMap<alloc::vec::Vec<u8>, Recount> {
        let mut miners: BTreeMap<_, Recount> = BTreeMap::new();
        for order in Orders::<T>::iter_values() {
            for replica in &order.replicas {
                let row = miners.entry(replica.miner.encode()).or_default();
                row.listed += 1;
                row.collateral += replica.collateral;
                if Self::is_living(&order) {
                    row.used += order.size;
                    row.replicas += 1;
                }
            }
        }
        miners
    }

    fn check_miners() -> Result<(), TryRuntimeError> {
        let recounted = Self::recount_miners();
        for (miner, record) in Miners::<T>::iter() {
            let none = Recount::default();
            let row = recounted.get(&miner.encode()).unwrap_or(&none);
            ensure!(
                record.used == row.used && record.used <= record.total,
                "I4: used disagrees"
            );
            ensure!(record.replicas == row.replicas, "I4: replicas disagree");
            let held = T::Currency::balance_on_hold(&HoldReason::Collateral.into(), &miner);
            ensure!(
                held == row.collateral,
                "I2: collateral held disagrees with the replicas"
            );
            let held = T::Currency::balance_on_hold(&HoldReason::Bond.into(), &miner);
            ensure!(held == record.bond, "I2: the bond held disagrees");
        }
        let mut listed: u32 = 0;
        for (miner, count) in MinerCount::<T>::iter() {
            let row = recounted.get(&miner.encode());
            ensure!(
                row.is_some_and(|row| row.listed == count),
                "I4: MinerCount disagrees"
            );
            listed += count;
        }
        for (miner, key, ()) in ByMiner::<T>::iter() {
            let order = Orders::<T>::get(id_of_newest_first(key));
            let is_in = order.is_some_and(|order| Self::replica_index(&order, &miner).is_some());
            ensure!(is_in, "I4: ByMiner has strangers");
        }
        let rows: u32 = recounted.values().map(|row| row.listed).sum();
        ensure!(rows == listed, "I4: MinerCount misses miners");
        ensure!(
            ByMiner::<T>::iter_keys().count() == rows as usize,
            "I4: ByMiner misses replicas"
        );
        Ok(())
    }

    fn check_figures() -> Result<(), TryRuntimeError> {
        let stats = Stats::<T>::get();
        let served = || Orders::<T>::iter_values().filter(|order| order.status == Status::Finished);
        let living = || Orders::<T>::iter_values().filter(|order| Self::is_living(order));
        let replicas: usize = served().map(|order| order.confirmed()).sum();
        let space = |order: Order<T::AccountId>| u128::from(order.size) * order.replicas.len() as u128;
        let cleared = Orders::<T>::iter_values()
            .filter(|order| order.status == Status::Cleared)
            .count();
        let total: u128 = Miners::<T>::iter_values()
            .map(|miner| u128::from(miner.total))
            .sum();
        ensure!(
            stats.miners as usize == Miners::<T>::iter().count(),
            "I6: miners disagree"
        );
        ensure!(
            stats.live as usize == served().count(),
            "I6: live orders disagree"
        );
        ensure!(stats.replicas as usize == replicas, "I6: replicas disagree");
        ensure!(
            stats.used == living().map(space).sum::<u128>(),
            "I6: used space disagrees"
        );
        ensure!(stats.total == total, "I6: declared space disagrees");
        ensure!(
            stats.orders == NextOrderId::<T>::get(),
            "I6: placed orders disagree"
        );
        ensure!(stats.cleared as usize >= cleared, "I6: cleared orders disagree");
        ensure!(
            Open::<T>::count() as usize == Open::<T>::iter().count(),
            "I5: Open is miscounted"
        );
        Ok(())
    }
}
