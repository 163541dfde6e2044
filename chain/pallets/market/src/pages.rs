//! Answering the runtime API: walks along the indexes from a cursor, never through a whole list.
use crate::{
    id_of_newest_first, newest_first, oldest_first, views::*, ByMiner, ByOwner, Config, Income, MinerCount,
    Miners, Notes, Open, Orders, OwnerCount, Pallet, Params, Price, Stats, MAX_PAGE,
};
use alloc::vec::Vec;
use storage_core::{challenge::Occasion, order::Order, Replica, Seeds, Terms};

/// The first `limit` rows and whether there are more. 0 counts as 1, more than 50 as 50.
fn first_rows(keys: impl Iterator<Item = u32>, limit: u32) -> (Vec<u32>, Option<u32>) {
    let limit = limit.clamp(1, MAX_PAGE) as usize;
    let mut ids: Vec<u32> = keys.take(limit + 1).collect();
    let has_more = ids.len() > limit;
    ids.truncate(limit);
    let next = ids.last().copied().filter(|_| has_more);
    (ids, next)
}

impl<T: Config> Pallet<T> {
    /// One order with its miners' addresses.
    pub fn view_order(id: u32) -> Option<OrderView<T::AccountId>> {
        let mut view = Self::order_view(id)?;
        for row in &mut view.replicas {
            let record = Miners::<T>::get(&row.replica.miner);
            row.peer = record.map(|record| record.peer.into_inner()).unwrap_or_default();
        }
        Some(view)
    }

    /// Orders of a customer, newest first; `cursor` is the `next` of the page before.
    pub fn view_user_orders(
        owner: &T::AccountId,
        cursor: Option<u32>,
        limit: u32,
    ) -> Page<OrderView<T::AccountId>> {
        let keys = match cursor {
            Some(id) => {
                let from = ByOwner::<T>::hashed_key_for(owner, newest_first(id));
                ByOwner::<T>::iter_key_prefix_from(owner, from)
            }
            None => ByOwner::<T>::iter_key_prefix(owner),
        };
        let (ids, next) = first_rows(keys.map(id_of_newest_first), limit);
        let items = ids.into_iter().filter_map(Self::order_view).collect();
        Page {
            items,
            next,
            total: OwnerCount::<T>::get(owner),
        }
    }

    fn miner_rows(miner: &T::AccountId, cursor: Option<u32>, limit: u32) -> (Vec<u32>, Option<u32>) {
        let keys = match cursor {
            Some(id) => {
                let from = ByMiner::<T>::hashed_key_for(miner, newest_first(id));
                ByMiner::<T>::iter_key_prefix_from(miner, from)
            }
            None => ByMiner::<T>::iter_key_prefix(miner),
        };
        first_rows(keys.map(id_of_newest_first), limit)
    }

    /// Orders of which a miner has a replica, newest first.
    pub fn view_miner_orders(
        miner: &T::AccountId,
        cursor: Option<u32>,
        limit: u32,
    ) -> Page<MinerOrderView<T::AccountId>> {
        let (ids, next) = Self::miner_rows(miner, cursor, limit);
        let own = |order: OrderView<T::AccountId>| {
            let row = order.replicas.iter().find(|row| row.replica.miner == *miner)?;
            let (estimated_income, calculate_income) = (row.estimated_income, row.calculate_income);
            Some(MinerOrderView {
                order,
                estimated_income,
                calculate_income,
            })
        };
        let items = ids
            .into_iter()
            .filter_map(Self::order_view)
            .filter_map(own)
            .collect();
        Page {
            items,
            next,
            total: MinerCount::<T>::get(miner),
        }
    }

    /// Orders that look for miners, oldest first.
    pub fn view_open_orders(cursor: Option<u32>, limit: u32) -> Page<OrderView<T::AccountId>> {
        let keys = match cursor {
            Some(id) => Open::<T>::iter_from(Open::<T>::hashed_key_for(oldest_first(id))),
            None => Open::<T>::iter(),
        };
        let (ids, next) = first_rows(keys.map(|(key, ())| u32::from_be_bytes(key)), limit);
        let items = ids.into_iter().filter_map(Self::order_view).collect();
        Page {
            items,
            next,
            total: Open::<T>::count(),
        }
    }

    /// What an order would cost now; `None` when it is too large to count.
    pub fn view_order_price(size: u64, duration: u32, wanted: u8) -> Option<PriceView> {
        let quote = Self::quote(size, duration, wanted, 0)?;
        Some(PriceView {
            quote,
            deposit: Params::<T>::get().state_deposit,
        })
    }

    /// Figures of the whole market.
    pub fn view_statistics() -> StatisticsView {
        let stats = Stats::<T>::get();
        StatisticsView {
            miners: stats.miners,
            live: stats.live,
            replicas: stats.replicas,
            total: stats.total,
            used: stats.used,
            orders: stats.orders,
            cleared: stats.cleared,
            open: Open::<T>::count(),
            prices: Price::<T>::get().prices,
            block: Self::now(),
        }
    }

    /// A miner's own figures; `None` for an account that is not registered.
    pub fn view_miner(miner: &T::AccountId) -> Option<MinerView> {
        let record = Miners::<T>::get(miner)?;
        Some(MinerView {
            total: record.total,
            used: record.used,
            income: Income::<T>::get(miner),
            replicas: record.replicas,
            orders: MinerCount::<T>::get(miner),
            bond: record.bond,
            peer: record.peer.into_inner(),
            since: record.since,
            misses_total: record.misses_total,
        })
    }

    /// Proofs that a miner can give now. `limit` counts orders looked at, so a page can have fewer rows than that and still
    /// be followed by another; `total` counts the miner's orders.
    pub fn view_due(miner: &T::AccountId, cursor: Option<u32>, limit: u32) -> Page<DueView> {
        let (ids, next) = Self::miner_rows(miner, cursor, limit);
        let items = ids
            .into_iter()
            .filter_map(|id| Self::due_view(miner, id))
            .collect();
        Page {
            items,
            next,
            total: MinerCount::<T>::get(miner),
        }
    }

    fn due_view(miner: &T::AccountId, id: u32) -> Option<DueView> {
        let order = Self::living_order(id).ok()?;
        let (terms, clock) = (order.terms(), Self::clock());
        let replica = order.replicas.iter().find(|replica| replica.miner == *miner)?;
        let is_open = !replica.is_final(&terms)
            && replica.due <= clock.epoch.index
            && !replica.is_overdue(&clock, &terms);
        let seed = is_open.then(|| T::Seeds::seed(replica.due)).flatten()?;
        let leaf_indexes = Self::asked_leaves(Occasion::Periodic, &seed, id, miner, order.size);
        Some(DueView {
            id,
            epoch: replica.due,
            last_block: clock.last_block(replica.due),
            leaf_indexes,
        })
    }

    /// What a miner has to show to take an order now; `None` when the order does not look for miners.
    pub fn view_join(id: u32, miner: &T::AccountId) -> Option<JoinView> {
        let order = Orders::<T>::get(id).filter(Order::is_open)?;
        let clock = Self::clock();
        let seed = T::Seeds::seed(clock.epoch.index)?;
        let leaf_indexes = Self::asked_leaves(Occasion::Join, &seed, id, miner, order.size);
        let has_turn = Self::has_turn(miner, id, order.opened, Self::now());
        let last_block = clock
            .start_of(clock.epoch.index.saturating_add(1))
            .saturating_sub(1);
        Some(JoinView {
            leaf_indexes,
            last_block,
            has_turn,
        })
    }

    /// The parameters.
    pub fn view_params() -> storage_core::Params {
        Params::<T>::get()
    }

    fn order_view(id: u32) -> Option<OrderView<T::AccountId>> {
        let order = Orders::<T>::get(id)?;
        let (terms, now) = (order.terms(), Self::now());
        Some(OrderView {
            id,
            note: Notes::<T>::get(id)
                .map(|note| note.into_inner())
                .unwrap_or_default(),
            replication: u8::try_from(order.confirmed()).unwrap_or(u8::MAX),
            deadline: terms.deadline,
            consumer_status: order.consumer_status(now),
            provider_status: order.provider_status(now),
            price: order.total(),
            clearable_at: order.clearable_at(&Self::clock()),
            cid: order.cid.into_inner(),
            owner: order.owner,
            root: order.root,
            size: order.size,
            wanted: order.wanted,
            created: order.created,
            duration: order.duration,
            started: order.started,
            closing: order.closing,
            opened: order.opened,
            ended: order.ended,
            status: order.status,
            base_fee: order.base_fee,
            file_fee: order.file_fee,
            reserve: order.reserve,
            proving: order.proving,
            levied: order.levied,
            joining: order.joining,
            joined: order.joined,
            pool: order.pool,
            tips: order.tips,
            paid: order.paid,
            bounty: order.bounty,
            deposit: order.deposit,
            replicas: order
                .replicas
                .into_iter()
                .map(|replica| replica_view(replica, &terms))
                .collect(),
        })
    }
}

fn replica_view<AccountId>(replica: Replica<AccountId>, terms: &Terms) -> ReplicaView<AccountId> {
    ReplicaView {
        estimated_income: replica.estimated(terms),
        calculate_income: replica.earned(terms),
        replica,
        peer: Vec::new(),
    }
}
