//! Placing and ending orders, and the indexes that list them.
use crate::{
    newest_first, oldest_first, ByOwner, Config, Error, Event, HoldReason, NextOrderId, Note, Notes, Open,
    Orders, OwnerCount, Pallet, Params, Paused, Price, Stats,
};
use frame_support::ensure;
use sp_runtime::{DispatchError, DispatchResult, SaturatedConversion};
use storage_core::{
    order::{Order, Status, Wish, WishFault},
    price, Balance, Clock, Quote, MAX_DURATION, MIN_DURATION,
};

/// Of the state deposit, to whoever purges somebody else's record: one part in ten.
const PURGE_REWARD_DIVISOR: Balance = 10;

impl<T: Config> Pallet<T> {
    /// The present block.
    pub(crate) fn now() -> u32 {
        frame_system::Pallet::<T>::block_number().saturated_into()
    }

    /// The present epoch and schedule.
    pub(crate) fn clock() -> Clock {
        use storage_core::Seeds;
        Clock {
            epoch: T::Seeds::epoch(),
            timing: Params::<T>::get().timing,
        }
    }

    pub(crate) fn order_of(id: u32) -> Result<Order<T::AccountId>, DispatchError> {
        Orders::<T>::get(id).ok_or_else(|| Error::<T>::NoOrder.into())
    }

    /// The order if it is being served.
    pub(crate) fn served_order(id: u32) -> Result<Order<T::AccountId>, DispatchError> {
        let order = Self::order_of(id)?;
        ensure!(order.status == Status::Finished, Error::<T>::NotServed);
        Ok(order)
    }

    /// Whether replicas of an order can be alive: it is pending or being served.
    pub(crate) fn is_living(order: &Order<T::AccountId>) -> bool {
        matches!(order.status, Status::Pending | Status::Finished)
    }

    /// The order if replicas of it can be alive.
    pub(crate) fn living_order(id: u32) -> Result<Order<T::AccountId>, DispatchError> {
        let order = Self::order_of(id)?;
        ensure!(Self::is_living(&order), Error::<T>::NotServed);
        Ok(order)
    }

    /// The order if it is being served and is the caller's.
    fn own_order(caller: &T::AccountId, id: u32) -> Result<Order<T::AccountId>, DispatchError> {
        let order = Self::served_order(id)?;
        ensure!(order.owner == *caller, Error::<T>::NotOwner);
        Ok(order)
    }

    /// Writes an order and makes the index of open orders agree with it.
    pub(crate) fn save_order(id: u32, order: &Order<T::AccountId>) {
        let key = oldest_first(id);
        if order.is_open() != Open::<T>::contains_key(key) {
            if order.is_open() {
                Open::<T>::insert(key, ());
            } else {
                Open::<T>::remove(key);
            }
        }
        Orders::<T>::insert(id, order);
    }

    /// What an order would cost now; `None` when it is too large to count.
    pub fn quote(size: u64, duration: u32, wanted: u8, tips: Balance) -> Option<Quote> {
        let params = Params::<T>::get();
        let share = params.shares.treasury();
        price::quote(
            size,
            duration,
            wanted,
            tips,
            &Price::<T>::get().prices,
            share,
            &params.work,
        )
    }

    /// `create_order`.
    pub(crate) fn place_order(
        wish: Wish<T::AccountId>,
        note: Note,
        tips: Balance,
        max_price: Balance,
    ) -> DispatchResult {
        ensure!(!Paused::<T>::get(), Error::<T>::Paused);
        wish.check().map_err(|fault| match fault {
            WishFault::Cid => Error::<T>::BadCid,
            WishFault::Size => Error::<T>::BadSize,
            WishFault::Duration => Error::<T>::BadDuration,
            WishFault::Replicas => Error::<T>::BadReplicas,
        })?;
        let quote = Self::quote(wish.size, wish.duration, wish.wanted, tips).ok_or(Error::<T>::BadSize)?;
        ensure!(quote.total <= max_price, Error::<T>::PriceMoved);
        let id = NextOrderId::<T>::get();
        let next = id.checked_add(1).ok_or(Error::<T>::TooManyOrders)?;
        let order = Order::place(wish, &quote, Params::<T>::get().state_deposit, Self::now());
        Self::escrow_from(&order.owner, quote.total)?;
        Self::hold(HoldReason::OrderDeposit, &order.owner, order.deposit)?;
        NextOrderId::<T>::put(next);
        Notes::<T>::insert(id, note);
        ByOwner::<T>::insert(&order.owner, newest_first(id), ());
        OwnerCount::<T>::mutate(&order.owner, |count| *count = count.saturating_add(1));
        Stats::<T>::mutate(|stats| stats.orders = stats.orders.saturating_add(1));
        Price::<T>::mutate(|price| price.orders_win = price.orders_win.saturating_add(1));
        Self::save_order(id, &order);
        Self::deposit_event(Event::OrderCreated {
            id,
            owner: order.owner,
            cid: order.cid,
            size: order.size,
            duration: order.duration,
            wanted: order.wanted,
            quote,
        });
        Ok(())
    }

    /// `cancel_order`.
    pub(crate) fn cancel_by(caller: &T::AccountId, id: u32) -> DispatchResult {
        let order = Self::order_of(id)?;
        ensure!(order.status == Status::Pending, Error::<T>::NotPending);
        let may = *caller == order.owner || Self::is_abandoned(&order);
        ensure!(may, Error::<T>::NotYet);
        Self::cancel(id, order)
    }

    /// Whether a pending order has timed out and no miner is on the way.
    pub(crate) fn is_abandoned(order: &Order<T::AccountId>) -> bool {
        order.is_timed_out(Self::now(), Params::<T>::get().pending_blocks) && order.replicas.is_empty()
    }

    /// Ends a pending order. Miners that are on the way go free, each with its share of what was prepaid for acceptances.
    pub(crate) fn cancel(id: u32, mut order: Order<T::AccountId>) -> DispatchResult {
        Self::book_all_overdue(id, &mut order)?;
        for replica in core::mem::take(&mut order.replicas) {
            let amount = order.pay_joining();
            Self::escrow_to_income(&replica.miner, amount)?;
            Self::dismiss(id, order.size, &replica)?;
        }
        let refund = order.cancel(Self::now());
        Self::escrow_to(&order.owner, refund)?;
        Self::save_order(id, &order);
        Self::deposit_event(Event::OrderCanceled {
            id,
            owner: order.owner,
            refund,
        });
        Ok(())
    }

    /// `close_order`.
    pub(crate) fn close_by(caller: &T::AccountId, id: u32) -> DispatchResult {
        let mut order = Self::own_order(caller, id)?;
        if order.replicas.is_empty() {
            Self::clear(id, &mut order)?;
        } else {
            let notice = Params::<T>::get().timing.period_blocks();
            let deadline = Self::now().saturating_add(notice);
            ensure!(deadline < order.deadline(), Error::<T>::AlreadyEnding);
            order.closing = Some(deadline);
            Self::deposit_event(Event::OrderClosing {
                id,
                owner: order.owner.clone(),
                deadline,
            });
        }
        Self::save_order(id, &order);
        Ok(())
    }

    /// `extend_order`.
    pub(crate) fn extend_by(
        caller: &T::AccountId,
        id: u32,
        blocks: u32,
        max_price: Balance,
    ) -> DispatchResult {
        let mut order = Self::own_order(caller, id)?;
        let is_going_on = order.closing.is_none() && Self::now() < order.deadline();
        ensure!(is_going_on, Error::<T>::AlreadyEnding);
        let extension = order.extension(blocks).ok_or(Error::<T>::BadDuration)?;
        let duration = order.duration.saturating_add(blocks);
        ensure!(
            blocks >= MIN_DURATION && duration <= MAX_DURATION,
            Error::<T>::BadDuration
        );
        ensure!(extension.total <= max_price, Error::<T>::PriceMoved);
        Self::escrow_from(&order.owner, extension.total)?;
        order.extend(&extension);
        Self::save_order(id, &order);
        Self::deposit_event(Event::OrderExtended {
            id,
            owner: order.owner.clone(),
            deadline: order.deadline(),
            amount: extension.total,
        });
        Ok(())
    }

    /// `purge`.
    pub(crate) fn purge_by(caller: T::AccountId, id: u32) -> DispatchResult {
        let order = Self::order_of(id)?;
        ensure!(
            order.is_purgeable(Self::now(), Params::<T>::get().retention_blocks),
            Error::<T>::NotYet
        );
        let helper = (caller != order.owner).then_some(caller);
        Self::remove_order(id, order, helper)
    }

    /// Removes the record of an ended order and every index entry of it, and frees the deposit, a tenth of it to a helper.
    pub(crate) fn remove_order(
        id: u32,
        order: Order<T::AccountId>,
        helper: Option<T::AccountId>,
    ) -> DispatchResult {
        let reward = if helper.is_some() {
            order.deposit / PURGE_REWARD_DIVISOR
        } else {
            0
        };
        if let Some(helper) = helper {
            Self::seize(HoldReason::OrderDeposit, &order.owner, &helper, reward)?;
        }
        Self::release(HoldReason::OrderDeposit, &order.owner, order.deposit - reward)?;
        for replica in &order.replicas {
            Self::unlist_replica(&replica.miner, id);
        }
        ByOwner::<T>::remove(&order.owner, newest_first(id));
        OwnerCount::<T>::mutate_exists(&order.owner, |count| {
            *count = count
                .and_then(|rows| rows.checked_sub(1))
                .filter(|rows| *rows > 0);
        });
        Notes::<T>::remove(id);
        Orders::<T>::remove(id);
        Self::deposit_event(Event::OrderPurged {
            id,
            owner: order.owner,
            reward,
        });
        Ok(())
    }
}
