//! Ending an order before its time, and giving it more.
use super::served_order;
use crate::{mock::*, Error, Event, HoldReason, Income, MarketParams, Orders};
use frame_support::{assert_noop, assert_ok};
use storage_core::{order::Status, Balance, DAY, MAX_DURATION};

fn close(who: AccountId, id: u32) -> sp_runtime::DispatchResult {
    Market::close_order(RuntimeOrigin::signed(who), id)
}

fn extend(who: AccountId, id: u32, blocks: u32, max_price: Balance) -> sp_runtime::DispatchResult {
    Market::extend_order(RuntimeOrigin::signed(who), id, blocks, max_price)
}

#[test]
fn all_copies_lost_on_the_first_day_of_730_lock_nothing() {
    let real = MarketParams {
        lottery_blocks: 0,
        ..MarketParams::default()
    };
    ext_with(real).execute_with(|| {
        register(11);
        let id = place(1, 5, 700 << 10, 730, 3, 0);
        join(11, id, 5);
        go_to_epoch(1);
        assert!(prove(11, id, 5));
        let total = Orders::<Test>::get(id).unwrap().total();
        go_to_epoch(due_of(11, id) + 28);
        assert_ok!(Market::report_missed(RuntimeOrigin::signed(2), id, 11));
        assert_noop!(close(2, id), Error::<Test>::NotOwner);
        let before = free(1);
        assert_ok!(close(1, id));
        assert_eq!(Orders::<Test>::get(id).unwrap().status, Status::Cleared);
        // Under the old rule reserve and fees were gone and the rest locked for two years.
        assert!(
            free(1) - before > total * 99 / 100,
            "{} of {total}",
            free(1) - before
        );
        assert_noop!(close(1, id), Error::<Test>::NotServed);
        check();
    });
}

#[test]
fn a_kept_order_ends_a_period_after_its_owner_closes_it_and_pays_for_what_was_kept() {
    ext().execute_with(|| {
        let (id, tag) = served_order();
        let before = Orders::<Test>::get(id).unwrap();
        go_to_epoch(due_of(11, id));
        assert!(prove(11, id, tag));
        let now = System::block_number();
        assert_ok!(close(1, id));
        let order = Orders::<Test>::get(id).unwrap();
        assert_eq!((order.deadline(), order.status), (now + DAY, Status::Finished));
        let closing = Event::OrderClosing {
            id,
            owner: 1,
            deadline: now + DAY,
        };
        assert!(events().contains(&closing));
        assert_noop!(close(1, id), Error::<Test>::AlreadyEnding);
        assert_noop!(extend(1, id, DAY, Balance::MAX), Error::<Test>::AlreadyEnding);
        register(12);
        let late = Market::accept(RuntimeOrigin::signed(12), id, join_proof(12, id, tag));
        assert_noop!(late, Error::<Test>::NotOpen);
        check();
        while !replica(11, id).is_final(&order.terms()) {
            go_to_epoch(due_of(11, id));
            assert!(prove(11, id, tag));
        }
        go_to(order.deadline() + 1);
        let owner = free(1);
        assert_ok!(Market::calculate_reward(RuntimeOrigin::signed(2), id));
        let blocks = u128::from(order.deadline() - before.started.unwrap());
        let paid = before.pool * blocks / (3 * 30 * u128::from(DAY));
        let fees = before.levy() * paid / before.pool;
        assert_eq!(Income::<Test>::get(11), paid);
        assert_eq!(free(1) - owner, before.escrow() - paid - fees);
        assert_eq!(held(HoldReason::Collateral, 11), 0);
        check();
    });
}

#[test]
fn in_its_last_period_an_order_is_not_closed() {
    ext().execute_with(|| {
        let (id, _) = served_order();
        go_to(Orders::<Test>::get(id).unwrap().deadline() - DAY);
        assert_noop!(close(1, id), Error::<Test>::AlreadyEnding);
        let pending = place(1, 6, 3_000, 1, 1, 0);
        assert_noop!(close(1, pending), Error::<Test>::NotServed);
    });
}

#[test]
fn more_time_costs_what_the_order_costs_and_the_same_miners_earn_it() {
    ext().execute_with(|| {
        let (id, tag) = served_order();
        let before = Orders::<Test>::get(id).unwrap();
        // 900,000,000 for 30 days, of which a tenth is reserve: 10 days are a third of it.
        let price = 300_000_000;
        assert_noop!(extend(2, id, 10 * DAY, price), Error::<Test>::NotOwner);
        assert_noop!(extend(1, id, 10 * DAY, price - 1), Error::<Test>::PriceMoved);
        assert_noop!(extend(1, id, DAY - 1, price), Error::<Test>::BadDuration);
        let too_long = MAX_DURATION - 30 * DAY + 1;
        assert_noop!(extend(1, id, too_long, Balance::MAX), Error::<Test>::BadDuration);
        assert_noop!(extend(1, id, u32::MAX, Balance::MAX), Error::<Test>::BadDuration);
        let owner = free(1);
        assert_ok!(extend(1, id, 10 * DAY, price));
        assert_eq!(owner - free(1), price);
        let order = Orders::<Test>::get(id).unwrap();
        assert_eq!(order.deadline(), before.deadline() + 10 * DAY);
        assert_eq!((order.pool, order.reserve), (1_080_000_000, 120_000_000));
        check();
        while !replica(11, id).is_final(&order.terms()) {
            go_to_epoch(due_of(11, id));
            assert!(prove(11, id, tag));
        }
        assert_ok!(Market::calculate_reward(RuntimeOrigin::signed(2), id));
        assert_eq!(Income::<Test>::get(11), 360_000_000);
        check();
        assert_noop!(extend(1, id, DAY, Balance::MAX), Error::<Test>::NotServed);
    });
}

#[test]
fn an_order_past_its_deadline_gets_no_more_time() {
    ext().execute_with(|| {
        let (id, _) = served_order();
        go_to(Orders::<Test>::get(id).unwrap().deadline());
        assert_noop!(extend(1, id, DAY, Balance::MAX), Error::<Test>::AlreadyEnding);
    });
}
