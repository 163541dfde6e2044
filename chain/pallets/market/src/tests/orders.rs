//! Placing, cancelling and purging.
use super::served_order;
use crate::{mock::*, Error, Event, HoldReason, Ledger, MarketParams, NextOrderId, Open, Orders, OwnerCount};
use frame_support::{assert_noop, assert_ok};
use sp_runtime::{DispatchError, TokenError};
use storage_core::{order::Status, Balance, DAY, MAX_DURATION, MAX_SIZE};

const DEPOSIT: Balance = 10_000_000_000;

struct Ask {
    cid: Vec<u8>,
    size: u64,
    duration: u32,
    wanted: u8,
    tips: Balance,
    max_price: Balance,
}

fn ask() -> Ask {
    Ask {
        cid: cid().into_inner(),
        size: 700 << 20,
        duration: 30 * DAY,
        wanted: 3,
        tips: 0,
        max_price: 632_000_000_000,
    }
}

fn create(owner: AccountId, ask: Ask) -> sp_runtime::DispatchResult {
    Market::create_order(
        RuntimeOrigin::signed(owner),
        ask.cid.try_into().unwrap(),
        note(),
        [7; 32],
        ask.size,
        ask.duration,
        ask.wanted,
        ask.tips,
        ask.max_price,
    )
}

#[test]
fn an_order_takes_its_price_and_deposit_and_waits() {
    ext().execute_with(|| {
        assert_ok!(create(1, ask()));
        let order = Orders::<Test>::get(0).unwrap();
        assert_eq!((order.status, order.total()), (Status::Pending, 632_000_000_000));
        assert_eq!(free(1), 1_000 * TTC - 632_000_000_000 - DEPOSIT);
        assert_eq!(held(HoldReason::OrderDeposit, 1), DEPOSIT);
        assert_eq!(free(Market::pot()), 632_000_000_000 + EXISTENTIAL_DEPOSIT);
        assert_eq!(Ledger::<Test>::get().escrow, 632_000_000_000);
        assert_eq!((OwnerCount::<Test>::get(1), Open::<Test>::count()), (1, 1));
        assert!(matches!(
            events()[..],
            [Event::OrderCreated {
                id: 0,
                owner: 1,
                wanted: 3,
                ..
            }]
        ));
        check();
    });
}

#[test]
fn a_wish_outside_the_bounds_is_refused_by_name() {
    let cases: Vec<(Ask, Error<Test>)> = vec![
        (Ask { cid: vec![], ..ask() }, Error::BadCid),
        (
            Ask {
                cid: b"<script>".to_vec(),
                ..ask()
            },
            Error::BadCid,
        ),
        (Ask { size: 0, ..ask() }, Error::BadSize),
        (
            Ask {
                size: MAX_SIZE + 1,
                max_price: Balance::MAX,
                ..ask()
            },
            Error::BadSize,
        ),
        (
            Ask {
                tips: Balance::MAX,
                max_price: Balance::MAX,
                ..ask()
            },
            Error::BadSize,
        ),
        (
            Ask {
                duration: DAY - 1,
                ..ask()
            },
            Error::BadDuration,
        ),
        (
            Ask {
                duration: MAX_DURATION + 1,
                ..ask()
            },
            Error::BadDuration,
        ),
        (Ask { wanted: 0, ..ask() }, Error::BadReplicas),
        (Ask { wanted: 9, ..ask() }, Error::BadReplicas),
        (
            Ask {
                max_price: 631_999_999_999,
                ..ask()
            },
            Error::PriceMoved,
        ),
    ];
    ext().execute_with(|| {
        for (ask, error) in cases {
            assert_noop!(create(1, ask), error);
        }
        check();
    });
}

#[test]
fn nobody_orders_beyond_their_balance_or_to_death() {
    ext().execute_with(|| {
        let broke = Ask {
            tips: 999_500_000_000_000,
            max_price: Balance::MAX,
            ..ask()
        };
        assert_noop!(create(1, broke), TokenError::FundsUnavailable);
        assert_noop!(create(77, ask()), TokenError::FundsUnavailable);
        // The price alone would fit, the deposit does not.
        let tips = 1_000 * TTC - 632_000_000_000 - EXISTENTIAL_DEPOSIT;
        assert_noop!(
            create(
                1,
                Ask {
                    tips,
                    max_price: Balance::MAX,
                    ..ask()
                }
            ),
            TokenError::FundsUnavailable
        );
        assert_ok!(create(
            1,
            Ask {
                tips: tips - DEPOSIT,
                max_price: Balance::MAX,
                ..ask()
            }
        ));
        check();
    });
}

#[test]
fn paused_markets_take_no_orders_and_numbers_end() {
    ext().execute_with(|| {
        assert_noop!(
            Market::pause(RuntimeOrigin::signed(1), true),
            DispatchError::BadOrigin
        );
        assert_ok!(Market::pause(RuntimeOrigin::root(), true));
        assert_noop!(create(1, ask()), Error::<Test>::Paused);
        assert_ok!(Market::pause(RuntimeOrigin::root(), false));
        NextOrderId::<Test>::put(u32::MAX);
        assert_noop!(create(1, ask()), Error::<Test>::TooManyOrders);
    });
}

#[test]
fn the_owner_cancels_a_pending_order_at_once_for_its_whole_price() {
    ext().execute_with(|| {
        assert_ok!(create(1, ask()));
        assert_noop!(
            Market::cancel_order(RuntimeOrigin::signed(2), 0),
            Error::<Test>::NotYet
        );
        assert_noop!(
            Market::cancel_order(RuntimeOrigin::signed(1), 1),
            Error::<Test>::NoOrder
        );
        assert_ok!(Market::cancel_order(RuntimeOrigin::signed(1), 0));
        assert_eq!(free(1), 1_000 * TTC - DEPOSIT);
        assert_eq!(Orders::<Test>::get(0).unwrap().status, Status::Canceled);
        assert_noop!(
            Market::cancel_order(RuntimeOrigin::signed(1), 0),
            Error::<Test>::NotPending
        );
        check();
    });
}

#[test]
fn anybody_cancels_after_the_time_out() {
    ext().execute_with(|| {
        assert_ok!(create(1, ask()));
        pass(7_199);
        assert_noop!(
            Market::cancel_order(RuntimeOrigin::signed(2), 0),
            Error::<Test>::NotYet
        );
        pass(1);
        assert_ok!(Market::cancel_order(RuntimeOrigin::signed(2), 0));
        assert_eq!(free(1), 1_000 * TTC - DEPOSIT);
        check();
    });
}

#[test]
fn a_served_order_is_not_cancelled() {
    ext().execute_with(|| {
        let (id, _) = served_order();
        assert_noop!(
            Market::cancel_order(RuntimeOrigin::signed(1), id),
            Error::<Test>::NotPending
        );
    });
}

#[test]
fn a_record_goes_after_its_retention_and_a_helper_gets_a_tenth_of_the_deposit() {
    for (caller, reward) in [(1, 0), (2, DEPOSIT / 10)] {
        ext().execute_with(|| {
            assert_ok!(create(1, ask()));
            assert_noop!(
                Market::purge(RuntimeOrigin::signed(caller), 0),
                Error::<Test>::NotYet
            );
            assert_ok!(Market::cancel_order(RuntimeOrigin::signed(1), 0));
            pass(MarketParams::default().retention_blocks);
            assert_noop!(
                Market::purge(RuntimeOrigin::signed(caller), 0),
                Error::<Test>::NotYet
            );
            pass(1);
            let before = free(caller);
            assert_ok!(Market::purge(RuntimeOrigin::signed(caller), 0));
            assert_eq!(free(1), 1_000 * TTC - reward);
            if caller != 1 {
                assert_eq!(free(caller), before + reward);
            }
            assert_eq!(
                (OwnerCount::<Test>::iter().count(), Orders::<Test>::iter().count()),
                (0, 0)
            );
            assert_noop!(
                Market::purge(RuntimeOrigin::signed(caller), 0),
                Error::<Test>::NoOrder
            );
            check();
        });
    }
}
