//! Properties of price, pay, slash and floating prices, and the worked example of the design.
use proptest::prelude::*;
use sp_arithmetic::Permill;
use storage_core::{
    floating::{next_base_fee, next_file_fee, next_mib_day},
    params::{Bounds, SlashShares},
    price::quote,
    slash::split,
    Balance, Clock, Epoch, Prices, Replica, Terms, Timing, DAY, MAX_DURATION, MAX_SIZE,
};

const PRICES: Prices = Prices {
    mib_day: 10_000_000,
    file_fee: 1_000_000_000,
    base_fee: 1_000_000_000,
};
const TENTH: Permill = Permill::from_percent(10);
const CLOCK: Clock = Clock {
    epoch: Epoch { index: 0, start: 0 },
    timing: Timing {
        epoch_blocks: 600,
        period_epochs: 24,
        window_epochs: 4,
    },
};

fn replica(joined: u32, proven: u32) -> Replica<u8> {
    Replica {
        miner: 1,
        joined,
        proven,
        due: 0,
        misses: 0,
        leaving: false,
        fresh: false,
        paid: 0,
        collateral: 0,
    }
}

#[test]
fn the_worked_example_comes_out_to_the_planck() {
    let quote = quote(700 << 20, 30 * DAY, 3, 0, &PRICES, TENTH).unwrap();
    assert_eq!(quote.storage, 630_000_000_000);
    assert_eq!(quote.reserve, 63_000_000_000);
    assert_eq!(quote.pool, 567_000_000_000);
    assert_eq!(quote.total, 632_000_000_000);

    let terms = Terms {
        pool: quote.pool,
        wanted: 3,
        duration: 30 * DAY,
        deadline: 30 * DAY,
    };
    assert_eq!(terms.pay(DAY), 6_300_000_000);
    assert_eq!(terms.rate(7 * DAY), Some(44_100_000_000));

    let whole = replica(0, 30 * DAY);
    let lost = replica(0, 10 * DAY);
    let late = replica(12 * DAY, 30 * DAY);
    let earned = [whole, whole, lost, late].map(|mut replica| replica.settle(&terms));
    assert_eq!(
        earned,
        [189_000_000_000, 189_000_000_000, 63_000_000_000, 113_400_000_000]
    );
    assert_eq!(quote.pool - earned.iter().sum::<Balance>(), 12_600_000_000);
}

#[test]
fn the_display_price_is_that_of_a_gib_for_a_day_on_three() {
    let quote = quote(1_073_741_824, DAY, 3, 0, &PRICES, TENTH).unwrap();
    assert_eq!(quote.total, 32_720_000_000);
}

#[test]
fn begun_mebibytes_and_days_count_whole() {
    let small = quote(1, 1, 1, 0, &PRICES, TENTH).unwrap();
    let full = quote(1 << 20, DAY, 1, 0, &PRICES, TENTH).unwrap();
    assert_eq!(small, full);
    assert_eq!(
        quote((1 << 20) + 1, DAY, 1, 0, &PRICES, TENTH).unwrap().storage,
        2 * full.storage
    );
    assert_eq!(
        quote(1 << 20, DAY + 1, 1, 0, &PRICES, TENTH).unwrap().storage,
        2 * full.storage
    );
}

#[test]
fn a_price_that_does_not_fit_is_none() {
    let huge = Prices {
        mib_day: u128::MAX / 2,
        ..PRICES
    };
    assert_eq!(quote(MAX_SIZE, DAY, 1, 0, &huge, TENTH), None);
    assert_eq!(quote(1, DAY, 1, u128::MAX, &PRICES, TENTH), None);
}

proptest! {
    #[test]
    fn a_price_is_the_sum_of_its_parts(
        size in 1..=MAX_SIZE,
        duration in 1..=MAX_DURATION,
        wanted in 1u8..=8,
        tips in 0..=1u128 << 70,
        mib_day in 0..=1u128 << 60,
        share in 0u32..=1_000_000,
    ) {
        let prices = Prices { mib_day, ..PRICES };
        let share = Permill::from_parts(share);
        let quote = quote(size, duration, wanted, tips, &prices, share).unwrap();
        prop_assert_eq!(quote.storage + tips, quote.pool + quote.reserve);
        prop_assert_eq!(quote.total, quote.base_fee + quote.file_fee + quote.pool + quote.reserve);
        prop_assert!(quote.reserve <= quote.storage);
    }

    #[test]
    fn a_price_grows_with_size_time_and_replicas(
        size in 1..MAX_SIZE,
        duration in 1..MAX_DURATION,
        wanted in 1u8..8,
        more in 0u64..1 << 30,
    ) {
        let price = |size, duration, wanted| quote(size, duration, wanted, 0, &PRICES, TENTH).unwrap().total;
        let base = price(size, duration, wanted);
        prop_assert!(price((size + more).min(MAX_SIZE), duration, wanted) >= base);
        prop_assert!(price(size, (duration + more as u32 % DAY).min(MAX_DURATION), wanted) >= base);
        prop_assert!(price(size, duration, wanted + 1) > base);
    }

    #[test]
    fn pay_is_monotone_and_never_above_a_replicas_share(
        pool in 0..=1u128 << 100,
        wanted in 1u8..=8,
        duration in 1..=MAX_DURATION,
        blocks in 0..=MAX_DURATION,
        more in 0..=MAX_DURATION,
    ) {
        let terms = Terms { pool, wanted, duration, deadline: duration };
        prop_assert!(terms.pay(blocks) <= terms.pay(blocks.saturating_add(more)));
        prop_assert!(terms.pay(blocks) <= pool / u128::from(wanted));
        prop_assert_eq!(terms.pay(duration), pool / u128::from(wanted));
    }

    /// Slots are served by one replica after another, settled at arbitrary moments: what is paid never depends on when,
    /// never exceeds the pool, and with the refund makes exactly the pool.
    #[test]
    fn settling_in_steps_pays_the_same_and_never_more_than_the_pool(
        pool in 0..=1u128 << 90,
        duration in DAY..=30 * DAY,
        slots in prop::collection::vec(prop::collection::vec((0u32..DAY, 1u32..10 * DAY, 1u32..4), 0..6), 1..=8),
    ) {
        let wanted = slots.len() as u8;
        let terms = Terms { pool, wanted, duration, deadline: duration };
        let (mut paid, mut in_one_go) = (0, 0);
        for slot in &slots {
            let mut now = 0;
            for (gap, served, steps) in slot {
                let joined = (now + gap).min(duration);
                let mut replica = replica(joined, joined);
                let end = (joined + served).min(duration);
                for step in 1..=*steps {
                    let start = joined + (end - joined) / steps * step;
                    let start = if step == *steps { end } else { start };
                    replica.accept_proof(start, &CLOCK, &terms);
                    paid += replica.settle(&terms);
                    prop_assert_eq!(replica.unsettled(&terms), 0);
                }
                prop_assert!(replica.paid <= terms.pay(end - joined));
                in_one_go += terms.pay(end - joined);
                now = end;
            }
        }
        prop_assert_eq!(paid, in_one_go);
        prop_assert!(paid <= pool);
        let refund = pool - paid;
        prop_assert_eq!(paid + refund, pool);
    }

    #[test]
    fn a_slash_is_divided_to_the_last_planck(
        amount in 0..=u128::MAX,
        reporter in 0u32..=1_000_000,
        bounty in 0u32..=1_000_000,
        has_reporter: bool,
    ) {
        let bounty = bounty.min(1_000_000 - reporter);
        let shares = SlashShares {
            reporter: Permill::from_parts(reporter),
            bounty: Permill::from_parts(bounty),
            treasury: Permill::from_parts(1_000_000 - reporter - bounty),
        };
        let parts = split(amount, &shares, has_reporter);
        prop_assert_eq!(parts.reporter + parts.bounty + parts.treasury, amount);
        prop_assert!(has_reporter || parts.reporter == 0);
    }

    #[test]
    fn a_floating_price_stays_in_bounds_and_moves_a_fifth_of_a_percent(
        value in 1..=1u128 << 100,
        min in 1..=1u128 << 60,
        width in 0..=1u128 << 60,
        used in 0..=1u128 << 60,
        total in 0..=1u128 << 60,
    ) {
        let bounds = Bounds { min, max: min + width };
        let next = next_mib_day(value, used, total, &bounds);
        prop_assert!((bounds.min..=bounds.max).contains(&next));
        let wide = Bounds { min: 1, max: u128::MAX };
        let free = next_mib_day(value, used, total, &wide);
        let step = (value / 500).max(1);
        let is_up = used * 100 > total * 50;
        prop_assert_eq!(free, if is_up { value + step } else { (value - step).max(1) });
    }
}

#[test]
fn the_file_fee_rises_above_a_million_files_only() {
    let bounds = Bounds {
        min: 1,
        max: u128::MAX,
    };
    assert_eq!(next_file_fee(1_000, 1_000_000, &bounds), 998);
    assert_eq!(next_file_fee(1_000, 1_000_001, &bounds), 1_002);
}

#[test]
fn the_base_fee_follows_replicas_per_order() {
    let bounds = Bounds {
        min: 1,
        max: u128::MAX,
    };
    let cases = [
        (0, 0, 1_000),
        (0, 9, 1_000),
        (1, 1, 1_002),
        (1, 2, 1_000),
        (1, 4, 1_000),
        (1, 5, 998),
        (3, 5, 1_002),
    ];
    for (orders, copies, expected) in cases {
        assert_eq!(
            next_base_fee(1_000, orders, copies, &bounds),
            expected,
            "{orders} orders, {copies} copies"
        );
    }
}
