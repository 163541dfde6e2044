//! What a place in an order costs and when it counts: attacks on joining, with the parameters of a real chain.
use crate::{mock::*, Error, Event, HoldReason, Income, MarketParams, Miners, Orders, MAX_CAPACITY};
use frame_support::{assert_noop, assert_ok};
use sp_runtime::TokenError;
use storage_core::{
    order::{ConsumerStatus, Status},
    Balance, DAY,
};

const MILLI_TTC: Balance = TTC / 1_000;

fn real() -> MarketParams {
    MarketParams {
        lottery_blocks: 0,
        ..MarketParams::default()
    }
}

fn accept_as(miner: AccountId, id: u32, tag: u8) -> sp_runtime::DispatchResult {
    Market::accept(RuntimeOrigin::signed(miner), id, join_proof(miner, id, tag))
}

#[test]
fn a_byte_kept_by_eight_for_two_years_prepays_what_its_proofs_cost() {
    ext_with(real()).execute_with(|| {
        let quote = Market::quote(1, 730 * DAY, 8, 0).unwrap();
        // Under the old rule 0.002 TTC of fees and 0.0584 TTC of storage bought 5,840 free proofs.
        assert_eq!(quote.proving, 8 * 730 * 2 * MILLI_TTC);
        assert_eq!(quote.joining, 8 * 3 * MILLI_TTC);
        let before = free(1);
        let id = place(1, 5, 1, 730, 8, 0);
        assert_eq!(before - free(1), quote.total + 10 * MILLI_TTC);
        register(11);
        join(11, id, 5);
        go_to_epoch(1);
        assert!(prove(11, id, 5));
        let day = due_of(11, id);
        go_to_epoch(day);
        assert!(prove(11, id, 5));
        let treasury = free(TREASURY);
        assert_ok!(Market::calculate_reward(RuntimeOrigin::signed(2), id));
        // The treasury has of all fees what the proven time is of the whole.
        let order = Orders::<Test>::get(id).unwrap();
        let expected = order.levy() * order.paid / order.pool;
        assert_eq!(free(TREASURY) - treasury, expected);
        assert!(expected > 0);
        check();
    });
}

#[test]
fn three_vandals_lose_collateral_and_bond_and_the_order_never_looks_served() {
    ext_with(real()).execute_with(|| {
        (11..=13).for_each(register);
        let id = place(1, 5, 3_000, 30, 3, 0);
        let wealth = |who| free(who) + held(HoldReason::Collateral, who) + held(HoldReason::Bond, who);
        let before: Balance = (11..=13).map(wealth).sum();
        (11..=13).for_each(|miner| join(miner, id, 5));
        let view = Market::view_order(id).unwrap();
        assert_eq!(
            (view.status, view.consumer_status),
            (Status::Pending, ConsumerStatus::Pending)
        );
        assert_eq!((view.replication, view.replicas.len()), (0, 3));
        assert_eq!(Market::view_statistics().live, 0);
        // Five hours later, not 44, the slots are free again.
        go_to_epoch(5);
        idle();
        let order = Orders::<Test>::get(id).unwrap();
        assert_eq!(
            (order.status, order.replicas.len(), order.opened),
            (Status::Pending, 0, 3_000)
        );
        let lost = before - (11..=13).map(wealth).sum::<Balance>();
        assert_eq!(lost, 3 * (50 + 100) * MILLI_TTC);
        check();
        // The customer loses nothing, and has what waits for the next miner when there is none.
        let total = order.total();
        assert_eq!(order.bounty, 3 * 20 * MILLI_TTC);
        let owner = free(1);
        assert_ok!(Market::cancel_order(RuntimeOrigin::signed(1), id));
        assert_eq!(free(1) - owner, total + order.bounty);
        check();
    });
}

#[test]
fn a_place_counts_with_the_proof_of_a_seed_that_was_unknown() {
    ext_with(real()).execute_with(|| {
        register(11);
        pass(99);
        let id = place(1, 5, 3_000, 30, 3, 0);
        pass(7);
        join(11, id, 5);
        assert_eq!(due_of(11, id), 1);
        let miner = RuntimeOrigin::signed(11);
        assert_noop!(Market::leave(miner, id), Error::<Test>::NotServed);
        assert_noop!(
            Market::calculate_reward(RuntimeOrigin::signed(1), id),
            Error::<Test>::NotServed
        );
        assert!(!prove(11, id, 5), "its seed is not known yet");
        go_to_epoch(1);
        assert_eq!(Market::view_due(&11, None, 50).items.len(), 1);
        assert!(prove(11, id, 5));
        let order = Orders::<Test>::get(id).unwrap();
        assert_eq!((order.status, order.started), (Status::Finished, Some(107)));
        assert_eq!(order.deadline(), 107 + 30 * DAY);
        assert_eq!(Income::<Test>::get(11), 3 * MILLI_TTC);
        assert_eq!(order.joined, 3 * MILLI_TTC);
        assert_eq!(Market::view_order(id).unwrap().replication, 1);
        assert!((2..26).contains(&due_of(11, id)));
        check();
    });
}

#[test]
fn whoever_came_before_the_service_began_is_paid_from_its_beginning() {
    ext().execute_with(|| {
        (11..=12).for_each(register);
        let id = place(1, 5, 3_000, 1, 2, 0);
        join(11, id, 5);
        go_to(700);
        join(12, id, 5);
        go_to_epoch(2);
        assert!(prove(12, id, 5), "it confirms first, though it came last");
        assert!(prove(11, id, 5));
        let early = replica(11, id);
        assert_eq!((early.joined, early.proven), (700, 700));
        check();
    });
}

#[test]
fn the_fee_of_an_acceptance_comes_back_with_the_confirmation_only() {
    ext_with(real()).execute_with(|| {
        register(11);
        let id = place(1, 5, 3_000, 30, 1, 0);
        let info = frame_support::dispatch::GetDispatchInfo::get_dispatch_info(&RuntimeCall::Market(
            crate::Call::accept {
                id,
                proof: join_proof(11, id, 5),
            },
        ));
        assert_eq!(info.pays_fee, frame_support::dispatch::Pays::Yes);
        join(11, id, 5);
        // The owner thinks better of it: who is on the way has its share all the same.
        let owner = free(1);
        assert_ok!(Market::cancel_order(RuntimeOrigin::signed(1), id));
        let order = Orders::<Test>::get(id).unwrap();
        assert_eq!(free(1) - owner, order.total() - 3 * MILLI_TTC);
        assert_eq!(Income::<Test>::get(11), 3 * MILLI_TTC);
        assert_eq!(held(HoldReason::Collateral, 11), 0);
        assert_eq!(Miners::<Test>::get(11).unwrap().used, 0);
        check();
    });
}

#[test]
fn a_pending_order_with_a_miner_on_the_way_is_not_cancelled_by_others() {
    ext_with(real()).execute_with(|| {
        register(11);
        let id = place(1, 5, 3_000, 30, 1, 0);
        pass(7_199);
        join(11, id, 5);
        pass(1);
        register(12);
        assert_noop!(accept_as(12, id, 5), Error::<Test>::NotOpen);
        let by_another = || Market::cancel_order(RuntimeOrigin::signed(2), id);
        assert_noop!(by_another(), Error::<Test>::NotYet);
        go_to_epoch(due_of(11, id) + 4);
        assert_ok!(Market::report_missed(RuntimeOrigin::signed(2), id, 11));
        assert_ok!(by_another());
        check();
    });
}

#[test]
fn keys_made_for_an_order_are_too_young_for_it() {
    ext_with(real()).execute_with(|| {
        register(11);
        let id = place(1, 5, 3_000, 30, 1, 0);
        assert_ok!(Market::register(RuntimeOrigin::signed(12), 1 << 30, peer()));
        pass(500);
        assert_noop!(accept_as(12, id, 5), Error::<Test>::TooYoung);
        join(11, id, 5);
        go_to_epoch(5);
        idle();
        // The slot is free since later than the miner came.
        assert_ok!(accept_as(12, id, 5));
        check();
    });
}

#[test]
fn a_bond_grows_with_declared_space_and_is_made_good_before_the_next_order() {
    ext_with(real()).execute_with(|| {
        let huge = Market::register(RuntimeOrigin::signed(11), MAX_CAPACITY, peer());
        assert_noop!(huge, TokenError::FundsUnavailable);
        register(11);
        assert_eq!(held(HoldReason::Bond, 11), TTC + 5 * MILLI_TTC);
        let miner = || RuntimeOrigin::signed(11);
        assert_ok!(Market::update_miner(miner(), 50 << 30, peer()));
        assert_eq!(held(HoldReason::Bond, 11), TTC + 250 * MILLI_TTC);
        assert_ok!(Market::update_miner(miner(), 1 << 30, peer()));
        assert_eq!(held(HoldReason::Bond, 11), TTC + 5 * MILLI_TTC);
        let id = place(1, 5, 3_000, 30, 1, 0);
        join(11, id, 5);
        go_to_epoch(5);
        idle();
        assert_eq!(held(HoldReason::Bond, 11), TTC - 95 * MILLI_TTC);
        let lost = Event::ReplicaLost {
            id,
            miner: 11,
            bond: 100 * MILLI_TTC,
        };
        assert!(events().contains(&lost));
        pass(1);
        assert_noop!(accept_as(11, id, 5), Error::<Test>::BondTooLow);
        assert_ok!(Market::update_miner(miner(), 1 << 30, peer()));
        assert_ok!(accept_as(11, id, 5));
        check();
    });
}

#[test]
fn an_order_of_a_day_gets_all_its_replicas() {
    ext_with(real()).execute_with(|| {
        (11..=13).for_each(register);
        let id = place(1, 5, 3_000, 1, 3, 0);
        join(11, id, 5);
        go_to_epoch(1);
        assert!(prove(11, id, 5));
        pass(700);
        (12..=13).for_each(|miner| join(miner, id, 5));
        go_to_epoch(3);
        (12..=13).for_each(|miner| assert!(prove(miner, id, 5)));
        let order = Orders::<Test>::get(id).unwrap();
        assert_eq!(order.confirmed(), 3);
        assert!(order
            .replicas
            .iter()
            .all(|replica| replica.proven < order.deadline()));
        check();
    });
}

#[test]
fn a_bounty_waits_for_the_proof_after_the_confirming_one_and_for_a_period_of_service() {
    ext_with(real()).execute_with(|| {
        (11..=13).for_each(register);
        let id = place(1, 5, 3_000, 2, 2, 0);
        accept(11, id, 5);
        join(12, id, 5);
        go_to_epoch(5);
        assert_ok!(Market::report_missed(RuntimeOrigin::signed(2), id, 12));
        assert_eq!(Orders::<Test>::get(id).unwrap().bounty, 20 * MILLI_TTC);
        join(13, id, 5);
        go_to_epoch(6);
        assert!(prove(13, id, 5));
        assert_eq!(Orders::<Test>::get(id).unwrap().bounty, 20 * MILLI_TTC);
        let due = due_of(13, id);
        go_to_epoch(due);
        assert!(prove(13, id, 5));
        assert_eq!(Orders::<Test>::get(id).unwrap().bounty, 0);
        assert_eq!(Income::<Test>::get(13), (3 + 20) * MILLI_TTC);
        check();
    });
}
