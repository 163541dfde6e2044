//! Proofs: what is taken, what is rejected, and what each leads to.
use super::served_order;
use crate::{mock::*, Error, Event, HoldReason, Income, Orders, Proof, Rejection};
use frame_support::{assert_noop, assert_ok, dispatch::Pays};
use storage_core::{order::Status, DAY};

fn submit(miner: AccountId, proofs: Vec<(u32, Proof)>) -> Pays {
    let done = Market::submit_proofs(RuntimeOrigin::signed(miner), proofs.try_into().unwrap());
    done.unwrap().pays_fee
}

fn last_rejection() -> Option<Rejection> {
    events().into_iter().rev().find_map(|event| match event {
        Event::ProofRejected { reason, .. } => Some(reason),
        _ => None,
    })
}

#[test]
fn a_proof_in_its_window_moves_proven_time_to_the_epochs_start_for_free() {
    ext().execute_with(|| {
        let (id, tag) = served_order();
        let due = due_of(11, id);
        go_to((due + 3) * 600 + 599);
        assert_eq!(submit(11, vec![(id, periodic_proof(11, id, tag, due))]), Pays::No);
        let replica = replica(11, id);
        assert_eq!(
            (replica.proven, replica.due, replica.misses),
            (due * 600, due + 24, 0)
        );
        check();
    });
}

#[test]
fn a_proof_is_rejected_by_name_and_costs_its_fee_but_is_no_miss() {
    ext().execute_with(|| {
        let (id, tag) = served_order();
        let due = due_of(11, id);
        let right = || periodic_proof(11, id, tag, due);
        let cases: Vec<(u32, AccountId, u32, Proof, Rejection)> = vec![
            (due - 1, 11, id, right(), Rejection::NotDue),
            (
                due,
                11,
                id,
                periodic_proof(11, id, tag + 1, due),
                Rejection::BadProof,
            ),
            (due, 11, id, periodic_proof(12, id, tag, due), Rejection::BadProof),
            (
                due,
                11,
                id,
                periodic_proof(11, id, tag, due - 1),
                Rejection::BadProof,
            ),
            (due, 11, id, Default::default(), Rejection::BadProof),
            (
                due,
                11,
                id,
                right()[..1].to_vec().try_into().unwrap(),
                Rejection::BadProof,
            ),
        ];
        for (epoch, miner, id, proof, reason) in cases {
            go_to_epoch(epoch);
            System::reset_events();
            assert_eq!(submit(miner, vec![(id, proof)]), Pays::Yes, "{reason:?}");
            assert_eq!(last_rejection(), Some(reason));
        }
        assert_eq!(replica(11, id).misses, 0);
        assert_eq!(submit(11, vec![(id, right())]), Pays::No);
        assert_eq!(submit(11, vec![(id, right())]), Pays::Yes);
        assert_eq!(last_rejection(), Some(Rejection::NotDue));
        check();
    });
}

#[test]
fn one_bad_proof_undoes_no_other() {
    ext().execute_with(|| {
        register(11);
        let ids: Vec<u32> = (0..3).map(|tag| place(1, tag, 5_000, 30, 1, 0)).collect();
        ids.iter().for_each(|id| accept(11, *id, *id as u8));
        let last = ids.iter().map(|id| due_of(11, *id)).max().unwrap();
        // Let all three come due together.
        for id in &ids {
            let mut order = Orders::<Test>::get(id).unwrap();
            order.replicas[0].due = last;
            Orders::<Test>::insert(id, order);
        }
        go_to_epoch(last);
        let proofs = vec![
            (ids[0], periodic_proof(11, ids[0], 0, last)),
            (ids[1], periodic_proof(11, ids[1], 9, last)),
            (ids[2], periodic_proof(11, ids[2], 2, last)),
            (ids[2], periodic_proof(11, ids[2], 2, last)),
        ];
        assert_eq!(submit(11, proofs), Pays::Yes);
        let proven: Vec<bool> = ids
            .iter()
            .map(|id| replica(11, *id).proven == last * 600)
            .collect();
        assert_eq!(proven, [true, false, true]);
        check();
    });
}

#[test]
fn proofs_of_what_the_caller_does_not_keep_are_paid_for_and_told_to_nobody() {
    ext().execute_with(|| {
        let (id, tag) = served_order();
        let pending = place(2, 7, 3_000, 30, 3, 0);
        register(12);
        let due = due_of(11, id);
        go_to_epoch(due);
        System::reset_events();
        let right = || periodic_proof(11, id, tag, due);
        for (miner, named) in [(12, id), (11, pending), (11, 4_000_000_000)] {
            assert_eq!(submit(miner, vec![(named, right()); 32]), Pays::Yes);
        }
        assert_eq!(events(), vec![]);
        // They take nothing from a right one beside them.
        let mixed = vec![(9, right()), (id, right()), (pending, right())];
        assert_eq!(submit(11, mixed), Pays::Yes);
        assert_eq!(events().len(), 1);
        assert_eq!(replica(11, id).proven, due * 600);
        check();
    });
}

#[test]
fn whoever_is_no_miner_has_nothing_to_prove() {
    ext().execute_with(|| {
        let (id, tag) = served_order();
        let due = due_of(11, id);
        go_to_epoch(due);
        let call = Market::submit_proofs(
            RuntimeOrigin::signed(1),
            vec![(id, periodic_proof(11, id, tag, due)); 32]
                .try_into()
                .unwrap(),
        );
        assert_noop!(call, Error::<Test>::NotMiner);
    });
}

#[test]
fn a_late_proof_books_its_own_miss_first() {
    ext().execute_with(|| {
        let (id, tag) = served_order();
        let due = due_of(11, id);
        go_to_epoch(due + 4);
        assert_eq!(
            submit(11, vec![(id, periodic_proof(11, id, tag, due))]),
            Pays::Yes
        );
        assert_eq!(last_rejection(), Some(Rejection::NotDue));
        let after = replica(11, id);
        assert_eq!(
            (after.misses, after.due, after.proven, after.joined),
            (1, due + 24, due * 600, due * 600)
        );
        // One period's pay is gone from the collateral, half to the treasury, the reporter's share with it.
        assert_eq!(after.collateral, 63_000_000 - 9_000_000);
        assert_eq!(Orders::<Test>::get(id).unwrap().bounty, 3_600_000);
        check();
        // The second miss in a row is fatal: the proof of the next epoch comes too late.
        go_to_epoch(due + 28);
        assert_eq!(
            submit(11, vec![(id, periodic_proof(11, id, tag, due + 24))]),
            Pays::Yes
        );
        assert_eq!(last_rejection(), Some(Rejection::TooLate));
        assert!(Orders::<Test>::get(id).unwrap().replicas.is_empty());
        assert_eq!(held(HoldReason::Collateral, 11), 0);
        check();
    });
}

#[test]
fn a_late_proof_for_the_next_open_epoch_is_taken_after_the_booked_miss() {
    ext().execute_with(|| {
        let (id, tag) = served_order();
        let due = due_of(11, id);
        go_to_epoch(due + 24);
        assert_eq!(
            submit(11, vec![(id, periodic_proof(11, id, tag, due + 24))]),
            Pays::No
        );
        let after = replica(11, id);
        assert_eq!(
            (after.misses, after.proven, after.joined),
            (0, (due + 24) * 600, due * 600)
        );
        check();
    });
}

#[test]
fn a_replica_nobody_looked_at_for_longer_than_the_ring_is_lost() {
    ext().execute_with(|| {
        let (id, tag) = served_order();
        let due = due_of(11, id);
        go_to_epoch(due + 32);
        assert_eq!(
            submit(11, vec![(id, periodic_proof(11, id, tag, due))]),
            Pays::Yes
        );
        assert_eq!(last_rejection(), Some(Rejection::TooLate));
        check();
    });
}

#[test]
fn a_whole_life_of_proofs_earns_the_whole_share() {
    ext().execute_with(|| {
        register(11);
        let id = place(1, 5, 3_000, 5, 1, 1_000_003);
        accept(11, id, 5);
        let order = Orders::<Test>::get(id).unwrap();
        for _ in 0..7 {
            let replica = replica(11, id);
            if replica.is_final(&order.terms()) {
                break;
            }
            go_to_epoch(replica.due);
            assert!(prove(11, id, 5));
            check();
        }
        assert!(replica(11, id).is_final(&order.terms()));
        assert!(!prove(11, id, 5), "nothing is due after the final proof");
        assert!(System::block_number() > order.deadline());
        assert_ok!(Market::calculate_reward(RuntimeOrigin::signed(2), id));
        assert_eq!(Orders::<Test>::get(id).unwrap().status, Status::Cleared);
        assert_eq!(Income::<Test>::get(11), order.pool);
        assert_eq!(held(HoldReason::Collateral, 11), 0);
        assert!(!prove(11, id, 5), "a cleared order takes no proofs");
        check();
    });
}

#[test]
fn a_replacement_takes_the_bounty_at_its_first_periodic_proof() {
    ext().execute_with(|| {
        let (id, tag) = served_order();
        (12..=13).for_each(register);
        let due = due_of(11, id);
        go_to_epoch(due + 28);
        assert_ok!(Market::report_missed(RuntimeOrigin::signed(2), id, 11));
        let bounty = Orders::<Test>::get(id).unwrap().bounty;
        assert_eq!(bounty, 63_000_000 * 4 / 10);
        accept(12, id, tag);
        assert!(replica(12, id).fresh);
        assert_noop!(
            Market::calculate_reward(RuntimeOrigin::signed(2), id),
            Error::<Test>::NothingDue
        );
        go_to_epoch(due_of(12, id));
        assert!(prove(12, id, tag));
        assert_eq!(Orders::<Test>::get(id).unwrap().bounty, 0);
        assert_eq!(Income::<Test>::get(12), bounty);
        accept(13, id, tag);
        assert!(!replica(13, id).fresh);
        check();
    });
}

#[test]
fn a_change_of_the_epochs_length_shifts_work_but_never_pay() {
    ext().execute_with(|| {
        let (id, tag) = served_order();
        let mut params = crate::Params::<Test>::get();
        params.timing.epoch_blocks = 450;
        assert_ok!(Market::set_params(RuntimeOrigin::root(), params));
        for _ in 0..50 {
            let order = Orders::<Test>::get(id).unwrap();
            let replica = replica(11, id);
            if replica.is_final(&order.terms()) {
                break;
            }
            go_to_epoch(replica.due);
            assert!(prove(11, id, tag));
        }
        let order = Orders::<Test>::get(id).unwrap();
        go_to(order.deadline() + 1);
        assert_ok!(Market::calculate_reward(RuntimeOrigin::signed(2), id));
        assert_eq!(Income::<Test>::get(11), order.pool / 3);
        assert_eq!(order.duration, 30 * DAY);
        check();
    });
}

#[test]
fn thirty_two_proofs_fit_into_one_call() {
    ext().execute_with(|| {
        let (id, tag) = served_order();
        let due = due_of(11, id);
        go_to_epoch(due);
        let proofs = vec![(id, periodic_proof(11, id, tag, due)); 32];
        assert_eq!(submit(11, proofs), Pays::Yes);
        assert_eq!(
            events()
                .iter()
                .filter(|event| matches!(event, Event::ProofRejected { .. }))
                .count(),
            31
        );
        assert_eq!(replica(11, id).proven, due * 600);
        let none = Market::submit_proofs(RuntimeOrigin::signed(11), Default::default());
        assert_eq!(none.unwrap().pays_fee, Pays::Yes, "an empty call is not free");
        check();
    });
}
