//! Misses, rewards, clearing: where every planck goes.
use super::served_order;
use crate::{mock::*, Error, Event, HoldReason, Income, MarketParams, Orders, Stats};
use frame_support::{assert_noop, assert_ok, dispatch::Pays};
use storage_core::{order::Status, DAY};

fn report(reporter: AccountId, id: u32, miner: AccountId) -> Result<Pays, sp_runtime::DispatchError> {
    let done = Market::report_missed(RuntimeOrigin::signed(reporter), id, miner);
    done.map(|info| info.pays_fee).map_err(|failed| failed.error)
}

#[test]
fn a_reported_miss_pays_reporter_bounty_and_treasury() {
    ext().execute_with(|| {
        let (id, _) = served_order();
        let due = due_of(11, id);
        let treasury = free(TREASURY);
        go_to_epoch(due + 3);
        assert_noop!(
            Market::report_missed(RuntimeOrigin::signed(2), id, 11),
            Error::<Test>::NotMissed
        );
        go_to_epoch(due + 4);
        assert_eq!(report(2, id, 11), Ok(Pays::No));
        // One day's pay of a replica: 810,000,000 / 3 / 30.
        assert_eq!(free(2), 1_000 * TTC + 900_000);
        assert_eq!(Orders::<Test>::get(id).unwrap().bounty, 3_600_000);
        assert_eq!(free(TREASURY), treasury + 4_500_000);
        assert_eq!(held(HoldReason::Collateral, 11), 54_000_000);
        check();
        assert_eq!(report(2, id, 11), Err(Error::<Test>::NotMissed.into()));
        assert_eq!(report(2, id, 12), Err(Error::<Test>::NotReplica.into()));
        assert_eq!(report(2, 99, 11), Err(Error::<Test>::NoOrder.into()));
    });
}

#[test]
fn the_second_miss_in_a_row_takes_the_replica_and_all_collateral() {
    ext().execute_with(|| {
        let (id, tag) = served_order();
        let first = due_of(11, id);
        go_to_epoch(first);
        assert!(prove(11, id, tag));
        let due = due_of(11, id);
        go_to_epoch(due + 28);
        assert_eq!(report(2, id, 11), Ok(Pays::No));
        assert!(Orders::<Test>::get(id).unwrap().replicas.is_empty());
        assert_eq!(held(HoldReason::Collateral, 11), 0);
        assert_eq!(free(2), 1_000 * TTC + 6_300_000);
        let proven = u128::from(first * 600 - 1);
        assert_eq!(
            Income::<Test>::get(11),
            810_000_000 * proven / (3 * 30 * u128::from(DAY))
        );
        assert_eq!((Stats::<Test>::get().replicas, Stats::<Test>::get().live), (0, 1));
        let lost = |event: &Event<Test>| matches!(event, Event::ReplicaLost { miner: 11, .. });
        assert_eq!(events().iter().filter(|event| lost(event)).count(), 1);
        check();
    });
}

#[test]
fn missed_time_is_never_paid() {
    ext().execute_with(|| {
        register(11);
        let id = place(1, 5, 3_000, 30, 1, 0);
        accept(11, id, 5);
        let due = due_of(11, id);
        go_to_epoch(due + 4);
        assert_eq!(report(2, id, 11), Ok(Pays::No));
        go_to_epoch(due_of(11, id));
        assert!(prove(11, id, 5));
        assert_ok!(Market::calculate_reward(RuntimeOrigin::signed(2), id));
        assert_eq!(Income::<Test>::get(11), 270_000_000 / 30, "exactly one day");
        check();
    });
}

#[test]
fn rewards_are_settled_by_anybody_and_only_once() {
    ext().execute_with(|| {
        let (id, tag) = served_order();
        let settle = || Market::calculate_reward(RuntimeOrigin::signed(2), id);
        assert_noop!(settle(), Error::<Test>::NothingDue);
        assert_noop!(
            Market::calculate_reward(RuntimeOrigin::signed(2), 9),
            Error::<Test>::NoOrder
        );
        let pending = place(1, 6, 3_000, 1, 1, 0);
        assert_noop!(
            Market::calculate_reward(RuntimeOrigin::signed(2), pending),
            Error::<Test>::NotServed
        );
        go_to_epoch(due_of(11, id));
        assert!(prove(11, id, tag));
        assert_ok!(settle());
        let income = Income::<Test>::get(11);
        assert!(income > 0);
        assert_noop!(settle(), Error::<Test>::NothingDue);
        let before = free(11);
        assert_ok!(Market::withdrawal(RuntimeOrigin::signed(11)));
        assert_eq!(free(11), before + income);
        assert_eq!(Income::<Test>::get(11), 0);
        check();
    });
}

/// The design's worked example on chain: 700 MiB, 30 days, 3 replicas, the third lost after 10 proven days and replaced at
/// day 12. Join and due blocks are set by hand, because the hash would choose others.
#[test]
fn the_worked_example_ends_to_the_planck() {
    ext().execute_with(|| {
        (11..=14).for_each(register);
        let id = place(1, 5, 3_000, 30, 3, 0);
        let mut order = Orders::<Test>::get(id).unwrap();
        // The price of 700 MiB instead of that of 3,000 bytes: moved into the escrow by hand.
        let (pool, reserve) = (567_000_000_000, 63_000_000_000);
        let more = pool - order.pool + reserve - order.reserve;
        order.pool = pool;
        order.reserve = reserve;
        Orders::<Test>::insert(id, order);
        Market::escrow_from(&1, more).unwrap();
        let spent = 1_000 * TTC - free(1) - held(HoldReason::OrderDeposit, 1);
        assert_eq!(spent, 632_000_000_000);

        go_to_epoch(10);
        (11..=13).for_each(|miner| accept(miner, id, 5));
        assert_eq!(held(HoldReason::Collateral, 11), 44_100_000_000);
        let start = 10 * 600;
        let book = |miner: AccountId, joined: u32, proven: u32| {
            let mut order = Orders::<Test>::get(id).unwrap();
            let replica = order
                .replicas
                .iter_mut()
                .find(|replica| replica.miner == miner)
                .unwrap();
            (replica.joined, replica.proven) = (joined, proven);
            replica.due = proven / 600 + 24;
            Orders::<Test>::insert(id, order);
        };
        book(13, start, start + 10 * DAY);
        let bounty_before_lost = Orders::<Test>::get(id).unwrap().bounty;
        assert_eq!(bounty_before_lost, 0);
        // Both windows of the third pass unproven; it is lost on day 12 and 4 hours, the others have proven 11 days.
        book(11, start, start + 11 * DAY);
        book(12, start, start + 11 * DAY);
        go_to(start + 12 * DAY);
        let order = Orders::<Test>::get(id).unwrap();
        Orders::<Test>::mutate(id, |kept| *kept = Some(order));
        Orders::<Test>::mutate(id, |order| {
            if let Some(order) = order {
                let replica = order
                    .replicas
                    .iter_mut()
                    .find(|replica| replica.miner == 13)
                    .unwrap();
                replica.misses = 1;
                replica.due -= 4;
            }
        });
        assert_eq!(report(2, id, 13), Ok(Pays::No));
        accept(14, id, 5);
        assert_eq!(free(2), 1_000 * TTC + 4_410_000_000);
        let deadline = start + 30 * DAY;
        book(11, start, deadline);
        book(12, start, deadline);
        book(14, start + 12 * DAY, deadline);
        go_to(deadline + 1);
        assert_ok!(Market::calculate_reward(RuntimeOrigin::signed(2), id));
        let incomes = [11, 12, 13, 14].map(Income::<Test>::get);
        assert_eq!(
            incomes,
            [189_000_000_000, 189_000_000_000, 63_000_000_000, 113_400_000_000]
        );
        // The unserved pool, the fees that go with it, and the bounty that no periodic proof of the replacement took.
        let back = free(1) + held(HoldReason::OrderDeposit, 1) + spent - 1_000 * TTC;
        assert_eq!(back, 12_600_000_000 + 1_422_222_223 + 17_640_000_000);
        check();
    });
}

#[test]
fn an_order_clears_only_after_its_deadline_with_nothing_left_to_prove() {
    ext().execute_with(|| {
        let (id, tag) = served_order();
        let order = Orders::<Test>::get(id).unwrap();
        while !replica(11, id).is_final(&order.terms()) {
            go_to_epoch(due_of(11, id));
            assert!(prove(11, id, tag));
        }
        assert_ok!(Market::calculate_reward(RuntimeOrigin::signed(2), id));
        let order = Orders::<Test>::get(id).unwrap();
        assert_eq!(order.status, Status::Cleared);
        assert_eq!((order.paid, order.bounty), (270_000_000, 0));
        // Two slots were never filled: two thirds of the pool and of the fees that go with it come back.
        assert_eq!(
            free(1),
            1_000 * TTC - 10_000_000_000 - 1_000_000_000 - 363_333_333 - 270_000_000
        );
        assert_noop!(
            Market::calculate_reward(RuntimeOrigin::signed(2), id),
            Error::<Test>::NotServed
        );
        let stats = Stats::<Test>::get();
        assert_eq!((stats.live, stats.cleared, stats.used), (0, 1, 0));
        check();
    });
}

#[test]
fn settling_after_the_deadline_books_what_was_missed_and_clears() {
    ext().execute_with(|| {
        let (id, _) = served_order();
        go_to(Orders::<Test>::get(id).unwrap().deadline() + DAY);
        assert_ok!(Market::calculate_reward(RuntimeOrigin::signed(1), id));
        let order = Orders::<Test>::get(id).unwrap();
        assert_eq!((order.status, order.paid), (Status::Cleared, 0));
        // Nothing was proven: all but the base fee goes back, and the bounty of the lost collateral with it.
        assert_eq!(free(1), 1_000 * TTC - 10_000_000_000 - 1_000_000_000 + 25_200_000);
        check();
    });
}

#[test]
fn a_treasury_that_does_not_exist_burns_and_blocks_nothing() {
    ext().execute_with(|| {
        let (id, _) = served_order();
        let issued = pallet_balances::TotalIssuance::<Test>::get();
        let all = free(TREASURY);
        assert_ok!(Balances::transfer_allow_death(
            RuntimeOrigin::signed(TREASURY),
            3,
            all
        ));
        go_to_epoch(due_of(11, id) + 4);
        assert_eq!(report(2, id, 11), Ok(Pays::No));
        assert_eq!(free(TREASURY), 0);
        assert_eq!(pallet_balances::TotalIssuance::<Test>::get(), issued);
        check();
    });
}

#[test]
fn a_cheater_that_reports_itself_and_rejoins_loses_at_least_half() {
    ext().execute_with(|| {
        (11..=13).for_each(register);
        let id = place(1, 5, 3_000, 30, 1, 0);
        accept(11, id, 5);
        let due = due_of(11, id);
        go_to_epoch(due + 28);
        let stake = held(HoldReason::Collateral, 11);
        // Account 12 is the same person: it reports and takes the slot with its bounty.
        let before = free(12);
        assert_eq!(report(12, id, 11), Ok(Pays::No));
        let reported = free(12) - before;
        accept(12, id, 5);
        go_to_epoch(due_of(12, id));
        assert!(prove(12, id, 5));
        assert!(reported + Income::<Test>::get(12) <= stake / 2);
        check();
    });
}

#[test]
fn a_miner_that_reports_itself_gets_a_tenth_of_its_own_slash_back() {
    ext().execute_with(|| {
        let (id, _) = served_order();
        let before = free(11) + held(HoldReason::Collateral, 11);
        go_to_epoch(due_of(11, id) + 4);
        assert_eq!(report(11, id, 11), Ok(Pays::No));
        assert_eq!(
            free(11) + held(HoldReason::Collateral, 11),
            before - 9_000_000 + 900_000
        );
        check();
    });
}

#[test]
fn embedded_parameters_run_the_same_life_faster() {
    ext_with(without_floors(MarketParams::embedded())).execute_with(|| {
        let (id, tag) = served_order();
        let due = due_of(11, id);
        assert!(due <= 4);
        go_to_epoch(due);
        assert!(prove(11, id, tag));
        assert_ok!(Market::calculate_reward(RuntimeOrigin::signed(11), id));
        assert_eq!(
            Income::<Test>::get(11),
            810_000_000 * u128::from(due * 20 - 1) / (3 * 30 * u128::from(DAY))
        );
        check();
    });
}
