//! Floating prices, parameters, genesis.
use super::served_order;
use crate::{mock::*, Error, Event, MarketParams, Params, Price, PriceState, DEFAULT_PRICES};
use frame_support::{assert_noop, assert_ok};
use sp_runtime::{DispatchError, Permill};
use storage_core::Prices;

#[test]
fn prices_fall_while_space_is_idle_and_rise_when_half_is_used() {
    ext().execute_with(|| {
        register(11);
        go_to(299);
        assert_eq!(Price::<Test>::get().prices, DEFAULT_PRICES);
        go_to(300);
        assert_eq!(Price::<Test>::get().prices.mib_day, 9_980_000);
        assert_eq!(Price::<Test>::get().at, 300);
        assert!(matches!(events().last(), Some(Event::PricesChanged { .. })));
        let id = place(1, 5, 3_000, 30, 1, 0);
        accept(11, id, 5);
        assert_ok!(Market::update_miner(RuntimeOrigin::signed(11), 5_999, peer()));
        go_to(600);
        assert_eq!(Price::<Test>::get().prices.mib_day, 9_980_000 + 19_960);
    });
}

#[test]
fn the_base_fee_moves_every_six_hundred_blocks_by_replicas_per_order() {
    ext().execute_with(|| {
        served_order();
        go_to(300);
        assert_eq!(Price::<Test>::get().prices.base_fee, 1_000_000_000);
        assert_eq!(
            (Price::<Test>::get().orders_win, Price::<Test>::get().copies_win),
            (1, 1)
        );
        go_to(600);
        assert_eq!(
            Price::<Test>::get().prices.base_fee,
            1_002_000_000,
            "one replica an order is few"
        );
        assert_eq!(
            (Price::<Test>::get().orders_win, Price::<Test>::get().copies_win),
            (0, 0)
        );
        go_to(1_200);
        assert_eq!(
            Price::<Test>::get().prices.base_fee,
            1_002_000_000,
            "no orders, no step"
        );
    });
}

#[test]
fn prices_stop_at_their_bounds() {
    ext().execute_with(|| {
        (1..=2_000).for_each(|step| go_to(step * 300));
        let params = Params::<Test>::get();
        assert_eq!(Price::<Test>::get().prices.mib_day, params.mib_day_bounds.min);
        assert_eq!(Price::<Test>::get().prices.file_fee, params.file_fee_bounds.min);
    });
}

#[test]
fn only_root_sets_prices_and_only_inside_their_bounds() {
    ext().execute_with(|| {
        let prices = Prices {
            mib_day: 20_000_000,
            ..DEFAULT_PRICES
        };
        assert_noop!(
            Market::set_price(RuntimeOrigin::signed(1), prices),
            DispatchError::BadOrigin
        );
        let low = Prices {
            mib_day: 999_999,
            ..DEFAULT_PRICES
        };
        assert_noop!(
            Market::set_price(RuntimeOrigin::root(), low),
            Error::<Test>::BadPrice
        );
        let high = Prices {
            base_fee: u128::MAX,
            ..DEFAULT_PRICES
        };
        assert_noop!(
            Market::set_price(RuntimeOrigin::root(), high),
            Error::<Test>::BadPrice
        );
        assert_ok!(Market::set_price(RuntimeOrigin::root(), prices));
        assert_eq!(
            Price::<Test>::get(),
            PriceState {
                prices,
                at: 1,
                orders_win: 0,
                copies_win: 0
            }
        );
    });
}

#[test]
fn only_root_sets_parameters_and_only_sound_ones() {
    ext().execute_with(|| {
        let sound = MarketParams::embedded();
        assert_noop!(
            Market::set_params(RuntimeOrigin::signed(1), sound),
            DispatchError::BadOrigin
        );
        let mut broken = sound;
        broken.shares.reserve = Permill::from_percent(20);
        assert_noop!(
            Market::set_params(RuntimeOrigin::root(), broken),
            Error::<Test>::BadParams
        );
        let mut narrow = sound;
        narrow.mib_day_bounds.min = 50_000_000;
        assert_ok!(Market::set_params(RuntimeOrigin::root(), narrow));
        assert_eq!(
            Price::<Test>::get().prices.mib_day,
            50_000_000,
            "prices move into new bounds"
        );
    });
}

#[test]
fn orders_already_placed_keep_their_terms() {
    ext().execute_with(|| {
        let id = place(1, 5, 3_000, 30, 3, 0);
        let before = crate::Orders::<Test>::get(id);
        let mut params = MarketParams {
            lottery_blocks: 0,
            ..MarketParams::default()
        };
        params.shares.storage = Permill::from_percent(18);
        params.shares.staking = Permill::from_percent(72);
        assert_ok!(Market::set_params(RuntimeOrigin::root(), params));
        assert_eq!(crate::Orders::<Test>::get(id), before);
        let quote = Market::quote(1 << 20, 14_400, 1, 0).unwrap();
        assert_eq!((quote.reserve, quote.pool), (8_200_000, 1_800_000));
        check();
    });
}

#[test]
fn genesis_keeps_pot_and_treasury_alive_and_refuses_nonsense() {
    ext().execute_with(|| {
        assert_eq!(free(Market::pot()), EXISTENTIAL_DEPOSIT);
        assert_eq!(free(TREASURY), EXISTENTIAL_DEPOSIT);
        check();
    });
    let broken = MarketParams {
        samples: 0,
        ..MarketParams::default()
    };
    assert!(std::panic::catch_unwind(|| ext_with(broken)).is_err());
}
