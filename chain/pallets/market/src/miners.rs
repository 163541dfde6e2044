//! Miners: registration, taking an order, asking to leave it, income.
use crate::{
    newest_first, ByMiner, Config, Error, Event, HoldReason, Income, Miner, MinerChange, MinerCount, Miners,
    Pallet, Params, Peer, Proof, Stats, MAX_CAPACITY,
};
use codec::Encode;
use frame_support::ensure;
use sp_runtime::{ArithmeticError, DispatchError, DispatchResult};
use storage_core::{
    challenge::{self, Occasion},
    order::Order,
    Replica, Seed, Seeds,
};

/// A lottery lasts at most 8 epochs: the seed that it draws from is one of the last 9.
const LOTTERY_EPOCHS: u32 = 8;

impl<T: Config> Pallet<T> {
    /// `register`.
    pub(crate) fn register_miner(miner: T::AccountId, total: u64, peer: Peer) -> DispatchResult {
        ensure!(!Miners::<T>::contains_key(&miner), Error::<T>::AlreadyMiner);
        ensure!((1..=MAX_CAPACITY).contains(&total), Error::<T>::BadCapacity);
        let bond = Params::<T>::get().bond.required(total);
        Self::hold(HoldReason::Bond, &miner, bond)?;
        let record = Miner {
            total,
            used: 0,
            replicas: 0,
            bond,
            peer,
            since: Self::now(),
            misses_total: 0,
        };
        Miners::<T>::insert(&miner, record);
        Stats::<T>::mutate(|stats| {
            stats.miners = stats.miners.saturating_add(1);
            stats.total = stats.total.saturating_add(u128::from(total));
        });
        Self::deposit_event(Event::MinerChanged {
            miner,
            change: MinerChange::Registered,
            total,
        });
        Ok(())
    }

    /// `update_miner`.
    pub(crate) fn change_miner(miner: T::AccountId, total: u64, peer: Peer) -> DispatchResult {
        let mut record = Miners::<T>::get(&miner).ok_or(Error::<T>::NotMiner)?;
        ensure!((1..=MAX_CAPACITY).contains(&total), Error::<T>::BadCapacity);
        ensure!(total >= record.used, Error::<T>::CapacityInUse);
        let bond = Params::<T>::get().bond.required(total);
        Self::hold(HoldReason::Bond, &miner, bond.saturating_sub(record.bond))?;
        Self::release(HoldReason::Bond, &miner, record.bond.saturating_sub(bond))?;
        record.bond = bond;
        Stats::<T>::mutate(|stats| {
            stats.total = stats.total.saturating_sub(u128::from(record.total)) + u128::from(total);
        });
        record.total = total;
        record.peer = peer;
        Miners::<T>::insert(&miner, record);
        Self::deposit_event(Event::MinerChanged {
            miner,
            change: MinerChange::Updated,
            total,
        });
        Ok(())
    }

    /// `deregister`.
    pub(crate) fn remove_miner(miner: T::AccountId) -> DispatchResult {
        let record = Miners::<T>::get(&miner).ok_or(Error::<T>::NotMiner)?;
        let is_free = record.replicas == 0 && Income::<T>::get(&miner) == 0;
        ensure!(is_free, Error::<T>::CapacityInUse);
        Self::release(HoldReason::Bond, &miner, record.bond)?;
        Miners::<T>::remove(&miner);
        Stats::<T>::mutate(|stats| {
            stats.miners = stats.miners.saturating_sub(1);
            stats.total = stats.total.saturating_sub(u128::from(record.total));
        });
        Self::deposit_event(Event::MinerChanged {
            miner,
            change: MinerChange::Left,
            total: 0,
        });
        Ok(())
    }

    /// `accept`.
    pub(crate) fn accept_order(miner: T::AccountId, id: u32, proof: &Proof) -> DispatchResult {
        let record = Miners::<T>::get(&miner).ok_or(Error::<T>::NotMiner)?;
        let mut order = Self::order_of(id)?;
        Self::ensure_may_accept(&miner, &record, id, &order)?;
        let params = Params::<T>::get();
        let (now, clock) = (Self::now(), Self::clock());
        let seed = T::Seeds::seed(clock.epoch.index).ok_or(Error::<T>::NoSeed)?;
        let asked = Self::asked_leaves(Occasion::Join, &seed, id, &miner, order.size);
        ensure!(Self::is_proof_right(&order, &asked, proof), Error::<T>::BadProof);

        let collateral = order
            .collateral(&params.collateral)
            .ok_or(ArithmeticError::Overflow)?;
        Self::hold(HoldReason::Collateral, &miner, collateral)?;
        let has_bounty = order.has_bounty(now, params.timing.period_blocks());
        let replica = Replica::join(miner, now, collateral, has_bounty, &clock);
        Self::list_replica(id, &mut order, replica)?;
        Self::save_order(id, &order);
        Ok(())
    }

    fn ensure_may_accept(
        miner: &T::AccountId,
        record: &Miner,
        id: u32,
        order: &Order<T::AccountId>,
    ) -> DispatchResult {
        let params = Params::<T>::get();
        let is_open = order.is_open() && !order.is_timed_out(Self::now(), params.pending_blocks);
        ensure!(is_open, Error::<T>::NotOpen);
        ensure!(Self::replica_index(order, miner).is_none(), Error::<T>::AlreadyIn);
        ensure!(
            record.total.saturating_sub(record.used) >= order.size,
            Error::<T>::NoSpace
        );
        ensure!(
            record.bond >= params.bond.required(record.total),
            Error::<T>::BondTooLow
        );
        ensure!(record.since < order.opened, Error::<T>::TooYoung);
        ensure!(
            Self::has_turn(miner, id, order.opened, Self::now()),
            Error::<T>::NotYourTurn
        );
        ensure!(order.has_time_left(&Self::clock()), Error::<T>::TooLate);
        Ok(())
    }

    /// Whether the lottery lets this miner accept now an order that looks for miners since block `opened`. Without the
    /// seed of that block's epoch nothing can be drawn, and the miner waits until the lottery is over.
    pub(crate) fn has_turn(miner: &T::AccountId, id: u32, opened: u32, now: u32) -> bool {
        let lottery = Params::<T>::get().lottery_blocks;
        let age = now.saturating_sub(opened);
        let seed = (age < lottery).then(|| Self::seed_at(opened)).flatten();
        age >= lottery
            || seed.is_some_and(|seed| {
                miner.using_encoded(|bytes| challenge::has_turn(&seed.value, id, bytes, age, lottery))
            })
    }

    /// The seed of the epoch in which a block lies.
    fn seed_at(block: u32) -> Option<Seed> {
        let newest = T::Seeds::epoch().index;
        let oldest = newest.saturating_sub(LOTTERY_EPOCHS);
        (oldest..=newest)
            .rev()
            .filter_map(T::Seeds::seed)
            .find(|seed| seed.start <= block)
    }

    /// Adds a replica to an order, its miner's books, the index and the figures.
    fn list_replica(
        id: u32,
        order: &mut Order<T::AccountId>,
        replica: Replica<T::AccountId>,
    ) -> DispatchResult {
        let Replica { collateral, due, .. } = replica;
        let miner = replica.miner.clone();
        order
            .replicas
            .try_push(replica)
            .map_err(|_| Error::<T>::NotOpen)?;
        Miners::<T>::mutate(&miner, |record| {
            if let Some(record) = record {
                record.used = record.used.saturating_add(order.size);
                record.replicas = record.replicas.saturating_add(1);
            }
        });
        ByMiner::<T>::insert(&miner, newest_first(id), ());
        MinerCount::<T>::mutate(&miner, |count| *count = count.saturating_add(1));
        Stats::<T>::mutate(|stats| {
            stats.used = stats.used.saturating_add(u128::from(order.size));
        });
        Self::deposit_event(Event::ReplicaJoined {
            id,
            miner,
            collateral,
            due,
        });
        Ok(())
    }

    /// Takes a replica's space out of its miner's books and the figures, when it goes or its order is cleared.
    pub(crate) fn free_space(gone: &Replica<T::AccountId>, size: u64, misses: u32) {
        Miners::<T>::mutate(&gone.miner, |record| {
            if let Some(record) = record {
                record.used = record.used.saturating_sub(size);
                record.replicas = record.replicas.saturating_sub(1);
                record.misses_total = record.misses_total.saturating_add(misses);
            }
        });
        Stats::<T>::mutate(|stats| {
            stats.replicas = stats.replicas.saturating_sub(u32::from(gone.confirmed));
            stats.used = stats.used.saturating_sub(u128::from(size));
        });
    }

    /// Takes an order out of a miner's list.
    pub(crate) fn unlist_replica(miner: &T::AccountId, id: u32) {
        ByMiner::<T>::remove(miner, newest_first(id));
        MinerCount::<T>::mutate_exists(miner, |count| {
            *count = count
                .and_then(|rows| rows.checked_sub(1))
                .filter(|rows| *rows > 0);
        });
    }

    /// Place of a miner's replica in an order.
    pub(crate) fn replica_index(order: &Order<T::AccountId>, miner: &T::AccountId) -> Option<usize> {
        order.replicas.iter().position(|replica| replica.miner == *miner)
    }

    /// `leave`.
    pub(crate) fn ask_to_leave(miner: T::AccountId, id: u32) -> DispatchResult {
        let mut order = Self::served_order(id)?;
        let replica = order
            .replicas
            .iter_mut()
            .find(|replica| replica.miner == miner)
            .ok_or(Error::<T>::NotReplica)?;
        ensure!(!replica.leaving, Error::<T>::AlreadyLeaving);
        replica.leaving = true;
        Self::save_order(id, &order);
        Self::deposit_event(Event::ReplicaLeaving { id, miner });
        Ok(())
    }

    /// `withdrawal`.
    pub(crate) fn withdraw_income(miner: T::AccountId) -> Result<(), DispatchError> {
        ensure!(Income::<T>::get(&miner) > 0, Error::<T>::NothingToWithdraw);
        let amount = Self::pay_income(&miner)?;
        Self::deposit_event(Event::Withdrawn { miner, amount });
        Ok(())
    }
}
