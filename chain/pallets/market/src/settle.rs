//! Misses, rewards and clearing.
use crate::{Config, Error, Event, HoldReason, Miners, Pallet, Params, Stats};
use frame_support::{ensure, traits::Get};
use sp_runtime::{DispatchError, DispatchResult};
use storage_core::{order::Order, replica::Stakes, Balance, Seeds};

/// What booking the misses of one replica came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Missed {
    /// How many were booked.
    pub misses: u32,
    /// Whether the replica is gone; its place in the order then belongs to another.
    pub is_lost: bool,
}

impl<T: Config> Pallet<T> {
    /// Books every miss of one replica whose window has passed. Bounded: each moves the due epoch on, and the tolerated
    /// number in a row is at most 8.
    pub(crate) fn book_overdue(
        id: u32,
        order: &mut Order<T::AccountId>,
        index: usize,
        reporter: Option<&T::AccountId>,
    ) -> Result<Missed, DispatchError> {
        let clock = Self::clock();
        let terms = order.terms();
        let mut missed = Missed::default();
        while order
            .replicas
            .get(index)
            .is_some_and(|replica| replica.is_overdue(&clock, &terms))
        {
            missed.misses += 1;
            if Self::book_miss(id, order, index, reporter)? {
                missed.is_lost = true;
                break;
            }
        }
        Ok(missed)
    }

    /// Books one miss: slash, and removal if it was the last one allowed. Whether the replica is lost.
    fn book_miss(
        id: u32,
        order: &mut Order<T::AccountId>,
        index: usize,
        reporter: Option<&T::AccountId>,
    ) -> Result<bool, DispatchError> {
        let params = Params::<T>::get();
        let stakes = Stakes {
            max_misses: params.max_misses,
            period_blocks: params.timing.period_blocks(),
        };
        let (clock, terms) = (Self::clock(), order.terms());
        Self::settle_replica(id, order, index)?;
        let Some(replica) = order.replicas.get_mut(index) else {
            return Ok(false);
        };
        let (epoch, miner) = (replica.due, replica.miner.clone());
        let start = T::Seeds::seed(epoch).map(|seed| seed.start);
        let miss = replica.miss(start, &clock, &terms, &stakes);
        Self::distribute_slash(order, &miner, miss.slash, reporter)?;
        Self::deposit_event(Event::ReplicaMissed {
            id,
            miner: miner.clone(),
            epoch,
            slashed: miss.slash,
            reporter: reporter.cloned(),
        });
        if miss.is_lost {
            let gone = order.replicas.remove(index);
            order.opened = Self::now();
            Self::free_space(&gone, order.size, 1);
            Self::unlist_replica(&miner, id);
            let bond = Self::slash_bond(&miner)?;
            Self::deposit_event(Event::ReplicaLost { id, miner, bond });
        } else {
            Miners::<T>::mutate(&miner, |record| {
                if let Some(record) = record {
                    record.misses_total = record.misses_total.saturating_add(1);
                }
            });
        }
        Ok(miss.is_lost)
    }

    /// Takes what a lost replica costs out of its miner's bond; the amount.
    fn slash_bond(miner: &T::AccountId) -> Result<Balance, DispatchError> {
        let loss = Params::<T>::get().bond.loss;
        let Some(mut record) = Miners::<T>::get(miner) else {
            return Ok(0);
        };
        let amount = loss.min(record.bond);
        record.bond -= amount;
        Miners::<T>::insert(miner, record);
        Self::seize(HoldReason::Bond, miner, &T::Treasury::get(), amount)?;
        Ok(amount)
    }

    /// Books the misses of every replica; how many.
    pub(crate) fn book_all_overdue(id: u32, order: &mut Order<T::AccountId>) -> Result<u32, DispatchError> {
        let mut booked = 0;
        // From the back, because a lost replica is removed from its place.
        for index in (0..order.replicas.len()).rev() {
            booked += Self::book_overdue(id, order, index, None)?.misses;
        }
        Ok(booked)
    }

    /// `report_missed`.
    pub(crate) fn report_miss(reporter: T::AccountId, id: u32, miner: &T::AccountId) -> DispatchResult {
        let mut order = Self::living_order(id)?;
        let index = Self::replica_index(&order, miner).ok_or(Error::<T>::NotReplica)?;
        let missed = Self::book_overdue(id, &mut order, index, Some(&reporter))?;
        ensure!(missed.misses > 0, Error::<T>::NotMissed);
        Self::save_order(id, &order);
        Ok(())
    }

    /// `calculate_reward`.
    pub(crate) fn settle_order(id: u32) -> DispatchResult {
        let mut order = Self::served_order(id)?;
        let booked = Self::book_all_overdue(id, &mut order)?;
        let settled = Self::settle_all(id, &mut order)?;
        let is_clearable = order.is_clearable(Self::now());
        ensure!(booked > 0 || settled > 0 || is_clearable, Error::<T>::NothingDue);
        if is_clearable {
            Self::clear(id, &mut order)?;
        } else {
            Self::release_levy(id, &mut order)?;
        }
        Self::save_order(id, &order);
        Ok(())
    }

    fn settle_all(id: u32, order: &mut Order<T::AccountId>) -> Result<Balance, DispatchError> {
        let mut settled: Balance = 0;
        for index in 0..order.replicas.len() {
            settled = settled.saturating_add(Self::settle_replica(id, order, index)?);
        }
        Ok(settled)
    }

    /// Ends a clearable order: everything settled, collateral freed, the rest back to the owner. The replicas stay in the
    /// record, so that their miners see it as cleared until it is purged.
    pub(crate) fn clear(id: u32, order: &mut Order<T::AccountId>) -> DispatchResult {
        Self::settle_all(id, order)?;
        Self::release_levy(id, order)?;
        let size = order.size;
        for replica in order.replicas.iter_mut() {
            let collateral = core::mem::take(&mut replica.collateral);
            Self::release(HoldReason::Collateral, &replica.miner, collateral)?;
            Self::free_space(replica, size, 0);
        }
        let refund = order.clear(Self::now());
        Self::escrow_to(&order.owner, refund)?;
        Stats::<T>::mutate(|stats| {
            stats.live = stats.live.saturating_sub(1);
            stats.cleared = stats.cleared.saturating_add(1);
        });
        let (owner, paid) = (order.owner.clone(), order.paid);
        Self::deposit_event(Event::OrderCleared {
            id,
            owner,
            paid,
            refund,
        });
        Ok(())
    }
}
