//! What the runtime API answers.
use super::served_order;
use crate::{mock::*, Income, MarketParams, MinerOrderView, OrderView};
use frame_support::assert_ok;
use storage_core::{
    challenge::Occasion,
    order::{ConsumerStatus, ProviderStatus},
    DAY,
};

fn ids(rows: &[OrderView<AccountId>]) -> Vec<u32> {
    rows.iter().map(|row| row.id).collect()
}

#[test]
fn a_customers_pages_run_newest_first_to_the_end() {
    ext().execute_with(|| {
        (0..7).for_each(|tag| {
            place(1 + u64::from(tag % 2), tag, 1_000, 1, 1, 0);
        });
        let first = Market::view_user_orders(&1, None, 3);
        assert_eq!(
            (ids(&first.items), first.next, first.total),
            (vec![6, 4, 2], Some(2), 4)
        );
        let second = Market::view_user_orders(&1, first.next, 3);
        assert_eq!(
            (ids(&second.items), second.next, second.total),
            (vec![0], None, 4)
        );
        assert_eq!(Market::view_user_orders(&9, None, 50).items, vec![]);
        assert_eq!(
            ids(&Market::view_user_orders(&1, Some(5), 1).items),
            [4],
            "a cursor need not exist"
        );
        assert_eq!(Market::view_user_orders(&1, None, 0).items.len(), 1);
    });
}

#[test]
fn a_page_is_never_longer_than_fifty() {
    ext().execute_with(|| {
        (0..60).for_each(|tag| {
            place(1, tag, 10, 1, 1, 0);
        });
        let page = Market::view_user_orders(&1, None, u32::MAX);
        assert_eq!((page.items.len(), page.next, page.total), (50, Some(10), 60));
        let open = Market::view_open_orders(None, u32::MAX);
        assert_eq!((open.items.len(), open.next, open.total), (50, Some(49), 60));
        assert_eq!(ids(&Market::view_open_orders(open.next, 3).items), [50, 51, 52]);
    });
}

#[test]
fn an_order_shows_both_sides_their_state() {
    ext().execute_with(|| {
        register(11);
        let id = place(1, 5, 3_000, 2, 1, 0);
        let view = || Market::view_order(id).unwrap();
        assert_eq!(
            (view().consumer_status, view().provider_status),
            (ConsumerStatus::Pending, None)
        );
        assert_eq!((view().deadline, view().clearable_at), (1 + 2 * DAY, None));
        pass(99);
        accept(11, id, 5);
        assert_eq!(
            (view().consumer_status, view().provider_status),
            (ConsumerStatus::Serving, Some(ProviderStatus::Serving))
        );
        assert_eq!((view().replication, view().deadline), (1, 100 + 2 * DAY));
        assert_eq!(view().replicas[0].peer, peer().into_inner());
        assert_eq!(view().price, 2_020_000_000);
        let clearable_at = view().clearable_at.unwrap();
        assert!(clearable_at > 100 + 2 * DAY + 4 * 600 && clearable_at <= 100 + 2 * DAY + 5 * 600 + 1);
        go_to(view().deadline + 1);
        assert_eq!(
            (view().consumer_status, view().provider_status),
            (ConsumerStatus::Finished, Some(ProviderStatus::Uncleared))
        );
        go_to(clearable_at);
        assert_ok!(Market::calculate_reward(RuntimeOrigin::signed(1), id));
        assert_eq!(
            (view().consumer_status, view().provider_status),
            (ConsumerStatus::Finished, Some(ProviderStatus::Cleared))
        );
        assert_eq!(Market::view_order(9), None);
    });
}

#[test]
fn a_miner_sees_its_orders_and_incomes() {
    ext().execute_with(|| {
        let (id, tag) = served_order();
        let other = place(2, 6, 1_000, 1, 1, 0);
        accept(11, other, 6);
        let page = Market::view_miner_orders(&11, None, 10);
        let own: Vec<u32> = page.items.iter().map(|row| row.order.id).collect();
        assert_eq!((own, page.total), (vec![other, id], 2));
        let MinerOrderView {
            estimated_income,
            calculate_income,
            ..
        } = page.items[1].clone();
        assert_eq!((estimated_income, calculate_income), (270_000_000, 0));
        go_to_epoch(due_of(11, id));
        assert!(prove(11, id, tag));
        let page = Market::view_miner_orders(&11, Some(other), 10);
        let earned = page.items[0].calculate_income;
        assert!(earned > 0);
        assert_ok!(Market::calculate_reward(RuntimeOrigin::signed(2), id));
        let miner = Market::view_miner(&11).unwrap();
        assert_eq!((miner.income, miner.replicas, miner.used), (earned, 2, 4_000));
        assert_eq!(Income::<Test>::get(11), earned);
        assert_eq!(Market::view_miner(&12), None);
    });
}

#[test]
fn due_lists_exactly_the_proofs_that_would_be_taken_now() {
    ext().execute_with(|| {
        register(11);
        (0..12).for_each(|tag| {
            let id = place(1, tag, 5_000, 30, 1, 0);
            accept(11, id, tag);
        });
        for epoch in 0..30 {
            go_to_epoch(epoch.max(1));
            let page = Market::view_due(&11, None, 50);
            let open: Vec<u32> = (0..12)
                .rev()
                .filter(|id| (due_of(11, *id)..due_of(11, *id) + 4).contains(&epoch.max(1)))
                .collect();
            assert_eq!(page.items.iter().map(|row| row.id).collect::<Vec<_>>(), open);
            for row in page.items {
                assert_eq!(
                    row.leaf_indexes,
                    asked(Occasion::Periodic, row.epoch, row.id, 11, 5_000)
                );
                assert_eq!(row.last_block, (row.epoch + 4) * 600 - 1);
                assert!(prove(11, row.id, row.id as u8));
            }
        }
        assert_eq!(Market::view_due(&11, None, 5).next, Some(7));
    });
}

#[test]
fn join_tells_the_leaves_and_the_turn() {
    ext_with(MarketParams::default()).execute_with(|| {
        register(11);
        let id = place(1, 5, 100_000, 1, 1, 0);
        let view = Market::view_join(id, &11).unwrap();
        assert_eq!(view.leaf_indexes, asked(Occasion::Join, 0, id, 11, 100_000));
        assert_eq!(view.last_block, 599);
        assert_eq!(view.has_turn, Market::has_turn(&11, id, 1, 1));
        pass(20);
        assert!(Market::view_join(id, &11).unwrap().has_turn);
        accept(11, id, 5);
        assert_eq!(Market::view_join(id, &11), None);
        assert_eq!(Market::view_join(9, &11), None);
    });
}

#[test]
fn price_and_statistics_are_those_of_now() {
    ext().execute_with(|| {
        let price = Market::view_order_price(700 << 20, 30 * DAY, 3).unwrap();
        assert_eq!(
            (price.quote.total, price.deposit),
            (632_000_000_000, 10_000_000_000)
        );
        served_order();
        place(2, 1, 10, 1, 1, 0);
        let figures = Market::view_statistics();
        assert_eq!(
            (figures.miners, figures.live, figures.replicas, figures.open),
            (1, 1, 1, 2)
        );
        assert_eq!((figures.total, figures.used, figures.orders), (1 << 30, 3_000, 2));
        assert_eq!(Market::view_params().samples, 2);
    });
}
