//! The sweep does in idle weight what nobody has called for.
use super::served_order;
use crate::{mock::*, HoldReason, Orders, Sweep};
use frame_support::{traits::Hooks, weights::Weight};
use storage_core::{order::Status, DAY};

#[test]
fn a_forgotten_pending_order_is_cancelled_and_later_purged() {
    ext().execute_with(|| {
        let id = place(1, 5, 3_000, 30, 3, 0);
        idle();
        assert_eq!(Orders::<Test>::get(id).unwrap().status, Status::Pending);
        pass(7_200);
        idle();
        assert_eq!(Orders::<Test>::get(id).unwrap().status, Status::Canceled);
        check();
        pass(100_801);
        idle();
        assert_eq!(Orders::<Test>::get(id), None);
        assert_eq!(free(1), 1_000 * TTC, "the whole price and deposit came back");
        check();
    });
}

#[test]
fn a_miss_found_by_the_sweep_pays_no_reporter() {
    ext().execute_with(|| {
        let (id, _) = served_order();
        let treasury = free(TREASURY);
        go_to_epoch(due_of(11, id) + 4);
        idle();
        assert_eq!(replica(11, id).misses, 1);
        assert_eq!(free(TREASURY), treasury + 5_400_000);
        idle();
        assert_eq!(replica(11, id).misses, 1, "sweeping again changes nothing");
        check();
    });
}

#[test]
fn an_order_past_its_deadline_is_settled_and_cleared() {
    ext().execute_with(|| {
        let (id, _) = served_order();
        go_to(Orders::<Test>::get(id).unwrap().deadline() + DAY);
        idle();
        assert_eq!(Orders::<Test>::get(id).unwrap().status, Status::Cleared);
        assert_eq!(held(HoldReason::Collateral, 11), 0);
        check();
        pass(100_801);
        idle();
        assert_eq!(Orders::<Test>::iter().count(), 0);
        check();
    });
}

#[test]
fn the_sweep_never_uses_more_than_its_share_and_goes_on_where_it_stopped() {
    ext().execute_with(|| {
        let count = 40;
        (0..count).for_each(|tag| {
            place(1 + u64::from(tag % 4), tag, 1_000, 1, 1, 0);
        });
        pass(7_200);
        let mut rounds = 0;
        let limit = Weight::from_parts(40_000_000_000, 1_000_000);
        while Orders::<Test>::iter_values().any(|order| order.status == Status::Pending) {
            let used = Market::on_idle(System::block_number(), limit);
            assert!(used.all_lte(limit / 5), "{used:?} of {limit:?}");
            rounds += 1;
            assert!(rounds < 100, "the sweep gets nowhere");
            check();
        }
        assert!(rounds > 3, "the limit was meant to bind");
    });
}

#[test]
fn without_weight_nothing_happens() {
    ext().execute_with(|| {
        place(1, 5, 3_000, 30, 3, 0);
        pass(7_200);
        assert_eq!(Market::on_idle(1, Weight::zero()), Weight::zero());
        assert_eq!(Sweep::<Test>::get(), None);
        assert_eq!(Orders::<Test>::get(0).unwrap().status, Status::Pending);
    });
}
