//! The sweep: in weight that a block has left, every order is looked at in turn, so that nothing waits for a caller for ever.
use crate::{Config, Orders, Pallet, Params, Sweep, SweepCursor, WeightInfo};
use frame_support::{
    storage::with_storage_layer,
    traits::Get,
    weights::{Weight, WeightMeter},
};
use sp_runtime::{DispatchResult, Perbill};
use storage_core::order::{Order, Status};

/// Most orders looked at in one block, however much weight is left: a slow host should not be held up.
const MAX_ROWS: u32 = 256;

/// Part of the leftover weight that the sweep may use.
const SHARE: Perbill = Perbill::from_percent(20);

/// What an order needs and nobody has called for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Duty {
    Cancel,
    Settle,
    Purge,
}

impl<T: Config> Pallet<T> {
    /// Walks on from where the last block stopped, at most once through all orders; the weight used.
    pub(crate) fn sweep(remaining: Weight) -> Weight {
        let mut meter = WeightMeter::with_limit(SHARE * remaining);
        // A round that stops in between also writes where.
        let base = T::WeightInfo::sweep_base().saturating_add(T::DbWeight::get().writes(1));
        if meter.try_consume(base).is_err() {
            return Weight::zero();
        }
        let start = Sweep::<T>::get();
        let mut cursor = start.clone();
        for _ in 0..MAX_ROWS {
            if meter.try_consume(T::WeightInfo::sweep_look()).is_err() {
                break;
            }
            let Some(id) = Self::next_order(cursor.as_ref()) else {
                cursor = None;
                break;
            };
            if let Some((duty, order)) = Self::duty_of(id) {
                let replicas = u32::try_from(order.replicas.len()).unwrap_or(u32::MAX);
                // A purge removes other things than a settlement; whichever is dearer.
                let cost = T::WeightInfo::sweep_act(replicas).max(T::WeightInfo::purge());
                if meter.try_consume(cost).is_err() {
                    break;
                }
                let done = with_storage_layer(|| Self::perform(duty, id, order));
                if let Err(error) = done {
                    log::error!(target: "market", "sweep of order {id}: {error:?}");
                }
            }
            cursor = SweepCursor::try_from(Orders::<T>::hashed_key_for(id)).ok();
        }
        if cursor != start {
            Sweep::<T>::set(cursor);
        }
        meter.consumed()
    }

    fn next_order(cursor: Option<&SweepCursor>) -> Option<u32> {
        match cursor {
            Some(key) => Orders::<T>::iter_keys_from(key.to_vec()).next(),
            None => Orders::<T>::iter_keys().next(),
        }
    }

    fn duty_of(id: u32) -> Option<(Duty, Order<T::AccountId>)> {
        let order = Orders::<T>::get(id)?;
        let now = Self::now();
        let duty = match order.status {
            _ if Self::has_overdue(&order) => Some(Duty::Settle),
            Status::Pending => Self::is_abandoned(&order).then_some(Duty::Cancel),
            Status::Finished => order.is_clearable(now).then_some(Duty::Settle),
            Status::Canceled | Status::Cleared => order
                .is_purgeable(now, Params::<T>::get().retention_blocks)
                .then_some(Duty::Purge),
        };
        duty.map(|duty| (duty, order))
    }

    /// Whether a replica that can still prove has missed its window.
    fn has_overdue(order: &Order<T::AccountId>) -> bool {
        let (clock, terms) = (Self::clock(), order.terms());
        Self::is_living(order)
            && order
                .replicas
                .iter()
                .any(|replica| replica.is_overdue(&clock, &terms))
    }

    fn perform(duty: Duty, id: u32, mut order: Order<T::AccountId>) -> DispatchResult {
        match duty {
            Duty::Cancel => Self::cancel(id, order),
            Duty::Purge => Self::remove_order(id, order, None),
            Duty::Settle => {
                Self::book_all_overdue(id, &mut order)?;
                if order.is_clearable(Self::now()) {
                    Self::clear(id, &mut order)?;
                }
                Self::save_order(id, &order);
                Ok(())
            }
        }
    }
}
