//! Registration, taking orders, leaving, income.
use super::served_order;
use crate::{mock::*, Error, HoldReason, Ledger, MarketParams, Miners, Open, Orders, Stats, MAX_CAPACITY};
use frame_support::{assert_noop, assert_ok};
use sp_runtime::TokenError;
use storage_core::{order::Status, DAY};

#[test]
fn a_miner_comes_with_a_bond_changes_and_goes() {
    ext().execute_with(|| {
        let miner = || RuntimeOrigin::signed(11);
        assert_noop!(Market::update_miner(miner(), 1, peer()), Error::<Test>::NotMiner);
        assert_noop!(Market::deregister(miner()), Error::<Test>::NotMiner);
        assert_noop!(Market::register(miner(), 0, peer()), Error::<Test>::BadCapacity);
        assert_noop!(
            Market::register(miner(), MAX_CAPACITY + 1, peer()),
            Error::<Test>::BadCapacity
        );
        assert_noop!(
            Market::register(RuntimeOrigin::signed(77), 1, peer()),
            TokenError::FundsUnavailable
        );
        assert_ok!(Market::register(miner(), 5_000, peer()));
        assert_noop!(
            Market::register(miner(), 5_000, peer()),
            Error::<Test>::AlreadyMiner
        );
        assert_eq!(held(HoldReason::Bond, 11), TTC);
        check();
        assert_ok!(Market::update_miner(miner(), 7_000, peer()));
        assert_eq!(
            (Stats::<Test>::get().miners, Stats::<Test>::get().total),
            (1, 7_000)
        );
        check();
        assert_ok!(Market::deregister(miner()));
        assert_eq!((held(HoldReason::Bond, 11), free(11)), (0, 1_000 * TTC));
        assert_eq!(Stats::<Test>::get().total, 0);
        check();
    });
}

#[test]
fn space_replicas_and_income_bind_a_miner() {
    ext().execute_with(|| {
        let (id, tag) = served_order();
        let miner = || RuntimeOrigin::signed(11);
        assert_noop!(
            Market::update_miner(miner(), 2_999, peer()),
            Error::<Test>::CapacityInUse
        );
        assert_ok!(Market::update_miner(miner(), 3_000, peer()));
        assert_noop!(Market::deregister(miner()), Error::<Test>::CapacityInUse);
        go_to_epoch(due_of(11, id));
        assert_ok!(Market::leave(miner(), id));
        assert!(prove(11, id, tag));
        assert_eq!(Miners::<Test>::get(11).unwrap().replicas, 0);
        assert_noop!(Market::deregister(miner()), Error::<Test>::CapacityInUse);
        assert_ok!(Market::withdrawal(miner()));
        assert_noop!(Market::withdrawal(miner()), Error::<Test>::NothingToWithdraw);
        assert_ok!(Market::deregister(miner()));
        check();
    });
}

#[test]
fn the_first_confirmation_starts_the_service_and_pays_the_base_fee() {
    ext().execute_with(|| {
        register(11);
        let id = place(1, 5, 3_000, 30, 3, 0);
        pass(100);
        accept(11, id, 5);
        let order = Orders::<Test>::get(id).unwrap();
        assert_eq!(
            (order.status, order.started, order.deadline()),
            (Status::Finished, Some(101), 101 + 30 * DAY)
        );
        // 1 MiB, 30 days, 3 replicas: 900,000,000 of which a tenth is reserve; it and the file fee wait for proven time.
        assert_eq!(free(TREASURY), EXISTENTIAL_DEPOSIT + 1_000_000_000);
        assert_eq!(Ledger::<Test>::get().escrow, 810_000_000 + 1_090_000_000);
        assert_eq!(held(HoldReason::Collateral, 11), 63_000_000);
        assert!(Open::<Test>::contains_key(id.to_be_bytes()));
        check();
        register(12);
        register(13);
        accept(12, id, 5);
        accept(13, id, 5);
        assert!(!Open::<Test>::contains_key(id.to_be_bytes()));
        assert_eq!(free(TREASURY), EXISTENTIAL_DEPOSIT + 1_000_000_000);
        assert_eq!((Stats::<Test>::get().live, Stats::<Test>::get().replicas), (1, 3));
        check();
    });
}

#[test]
fn an_acceptance_is_refused_by_name() {
    ext().execute_with(|| {
        let (id, tag) = served_order();
        let accept_as = |miner, id, proof| Market::accept(RuntimeOrigin::signed(miner), id, proof);
        assert_noop!(
            accept_as(12, id, join_proof(12, id, tag)),
            Error::<Test>::NotMiner
        );
        assert_noop!(accept_as(11, 9, join_proof(11, id, tag)), Error::<Test>::NoOrder);
        assert_noop!(
            accept_as(11, id, join_proof(11, id, tag)),
            Error::<Test>::AlreadyIn
        );
        (12..=14).for_each(register);
        assert_noop!(
            accept_as(12, id, join_proof(12, id, tag + 1)),
            Error::<Test>::BadProof
        );
        assert_noop!(
            accept_as(12, id, join_proof(13, id, tag)),
            Error::<Test>::BadProof
        );
        assert_noop!(accept_as(12, id, Default::default()), Error::<Test>::BadProof);
        assert_ok!(Market::update_miner(RuntimeOrigin::signed(12), 2_999, peer()));
        assert_noop!(accept_as(12, id, join_proof(12, id, tag)), Error::<Test>::NoSpace);
        assert_ok!(Market::update_miner(RuntimeOrigin::signed(12), 3_000, peer()));
        accept(12, id, tag);
        accept(13, id, tag);
        assert_noop!(accept_as(14, id, join_proof(14, id, tag)), Error::<Test>::NotOpen);
        let canceled = place(1, 6, 3_000, 1, 1, 0);
        assert_ok!(Market::cancel_order(RuntimeOrigin::signed(1), canceled));
        assert_noop!(
            accept_as(14, canceled, join_proof(14, canceled, 6)),
            Error::<Test>::NotOpen
        );
        check();
    });
}

#[test]
fn nobody_joins_without_a_due_epoch_before_the_deadline() {
    ext().execute_with(|| {
        let (id, tag) = served_order();
        register(12);
        go_to_epoch(720);
        let late = Market::accept(RuntimeOrigin::signed(12), id, join_proof(12, id, tag));
        assert_noop!(late, Error::<Test>::TooLate);
        go_to(720 * 600 - 1);
        accept(12, id, tag);
        check();
    });
}

#[test]
fn the_lottery_lets_everybody_in_after_its_time() {
    ext_with(MarketParams::default()).execute_with(|| {
        (11..=20).for_each(register);
        let id = place(1, 5, 3_000, 1, 8, 0);
        let waiting: Vec<u64> = (11..=20)
            .filter(|miner| !Market::has_turn(miner, id, 1, System::block_number()))
            .collect();
        assert!(waiting.len() > 5, "{waiting:?}");
        let early = Market::accept(
            RuntimeOrigin::signed(waiting[0]),
            id,
            join_proof(waiting[0], id, 5),
        );
        assert_noop!(early, Error::<Test>::NotYourTurn);
        pass(20);
        accept(waiting[0], id, 5);
        check();
    });
}

#[test]
fn a_miner_without_means_for_the_collateral_changes_nothing() {
    ext().execute_with(|| {
        register(11);
        // 4 GiB-days of tips make the collateral larger than what the miner has.
        let id = place(1, 5, 3_000, 7, 1, 990 * TTC);
        assert_ok!(Balances::transfer_allow_death(
            RuntimeOrigin::signed(11),
            2,
            100 * TTC
        ));
        let poor = Market::accept(RuntimeOrigin::signed(11), id, join_proof(11, id, 5));
        assert_noop!(poor, TokenError::FundsUnavailable);
        assert_eq!(Orders::<Test>::get(id).unwrap().status, Status::Pending);
        check();
    });
}

#[test]
fn leaving_waits_for_the_next_proof() {
    ext().execute_with(|| {
        let (id, tag) = served_order();
        let leave = |miner| Market::leave(RuntimeOrigin::signed(miner), id);
        assert_noop!(leave(12), Error::<Test>::NotReplica);
        assert_noop!(
            Market::leave(RuntimeOrigin::signed(11), 9),
            Error::<Test>::NoOrder
        );
        let pending = place(1, 6, 3_000, 1, 1, 0);
        assert_noop!(
            Market::leave(RuntimeOrigin::signed(11), pending),
            Error::<Test>::NotServed
        );
        assert_ok!(leave(11));
        assert_noop!(leave(11), Error::<Test>::AlreadyLeaving);
        assert_eq!(held(HoldReason::Collateral, 11), 63_000_000);
        go_to_epoch(due_of(11, id));
        assert!(prove(11, id, tag));
        assert_eq!(held(HoldReason::Collateral, 11), 0);
        assert!(Orders::<Test>::get(id).unwrap().replicas.is_empty());
        assert_eq!(Orders::<Test>::get(id).unwrap().status, Status::Finished);
        check();
    });
}
