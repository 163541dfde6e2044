//! Floating prices, parameters, and the state at genesis.
use crate::{Config, Error, Event, Pallet, Params, Price, PriceState, Stats, WeightInfo};
use core::marker::PhantomData;
use frame_support::{
    ensure,
    traits::{
        fungible::{Inspect, Mutate},
        Get,
    },
    weights::Weight,
};
use sp_runtime::DispatchResult;
use storage_core::{
    floating::{self, BASE_FEE_BLOCKS, PRICE_BLOCKS},
    Params as MarketParams, Prices,
};

/// The length of an epoch in blocks, for the pallet that rolls epochs.
pub struct EpochBlocks<T>(PhantomData<T>);

impl<T: Config> Get<u32> for EpochBlocks<T> {
    fn get() -> u32 {
        Params::<T>::get().timing.epoch_blocks
    }
}

fn are_inside(prices: &Prices, params: &MarketParams) -> bool {
    let pairs = [
        (prices.mib_day, &params.mib_day_bounds),
        (prices.file_fee, &params.file_fee_bounds),
        (prices.base_fee, &params.base_fee_bounds),
    ];
    pairs
        .iter()
        .all(|(value, bounds)| (bounds.min..=bounds.max).contains(value))
}

/// Writes the state at genesis. Panics, before there is a chain, when the presets do not hold together.
pub(crate) fn build_genesis<T: Config>(params: &MarketParams, prices: &Prices) {
    assert!(
        params.check().is_ok(),
        "market parameters do not hold together: {:?}",
        params.check()
    );
    assert!(
        are_inside(prices, params),
        "market prices are outside their bounds"
    );
    Params::<T>::put(params);
    Price::<T>::put(PriceState {
        prices: *prices,
        ..PriceState::default()
    });
    for account in [Pallet::<T>::pot(), T::Treasury::get()] {
        let floor = T::Currency::minimum_balance();
        if T::Currency::balance(&account) < floor {
            T::Currency::set_balance(&account, floor);
        }
    }
}

impl<T: Config> Pallet<T> {
    /// Moves the prices one step when their time has come; the weight used.
    pub(crate) fn step_prices(now: u32) -> Weight {
        if now == 0 || !now.is_multiple_of(PRICE_BLOCKS) {
            return T::WeightInfo::no_step();
        }
        let (stats, params) = (Stats::<T>::get(), Params::<T>::get());
        let mut state = Price::<T>::get();
        let before = state.prices;
        state.prices.mib_day =
            floating::next_mib_day(before.mib_day, stats.used, stats.total, &params.mib_day_bounds);
        state.prices.file_fee = floating::next_file_fee(before.file_fee, stats.live, &params.file_fee_bounds);
        if now.is_multiple_of(BASE_FEE_BLOCKS) {
            let (orders, copies) = (state.orders_win, state.copies_win);
            state.prices.base_fee =
                floating::next_base_fee(before.base_fee, orders, copies, &params.base_fee_bounds);
            state.orders_win = 0;
            state.copies_win = 0;
        }
        if state.prices != before {
            state.at = now;
            Self::deposit_event(Event::PricesChanged { prices: state.prices });
        }
        Price::<T>::put(state);
        T::WeightInfo::step_prices()
    }

    /// `set_params`. Prices that lie outside the new bounds are moved to the nearest one.
    pub(crate) fn replace_params(params: MarketParams) -> DispatchResult {
        ensure!(params.check().is_ok(), Error::<T>::BadParams);
        Params::<T>::put(params);
        Price::<T>::mutate(|state| {
            let prices = &mut state.prices;
            prices.mib_day = prices
                .mib_day
                .clamp(params.mib_day_bounds.min, params.mib_day_bounds.max);
            prices.file_fee = prices
                .file_fee
                .clamp(params.file_fee_bounds.min, params.file_fee_bounds.max);
            prices.base_fee = prices
                .base_fee
                .clamp(params.base_fee_bounds.min, params.base_fee_bounds.max);
        });
        Self::deposit_event(Event::ParamsChanged { params });
        Ok(())
    }

    /// `set_price`.
    pub(crate) fn replace_prices(prices: Prices) -> DispatchResult {
        ensure!(are_inside(&prices, &Params::<T>::get()), Error::<T>::BadPrice);
        Price::<T>::mutate(|state| {
            state.prices = prices;
            state.at = Self::now();
        });
        Self::deposit_event(Event::PricesChanged { prices });
        Ok(())
    }
}
