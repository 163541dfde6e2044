//! Properties of price, pay, slash and floating prices, and the worked example of the design.
use proptest::prelude::*;
use sp_arithmetic::Permill;
use storage_core::{
    floating::{next_base_fee, next_file_fee, next_mib_day},
    order::{Order, Wish},
    params::{Bounds, Collateral, SlashShares, Work},
    price::quote,
    slash::split,
    Balance, Clock, Epoch, Params, Prices, Replica, Terms, Timing, DAY, GIB, MAX_DURATION, MAX_SIZE,
};

const PRICES: Prices = Prices {
    mib_day: 10_000_000,
    file_fee: 1_000_000_000,
    base_fee: 1_000_000_000,
};
const NO_WORK: Work = Work {
    acceptance: 0,
    replica_day: 0,
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
        confirmed: true,
        leaving: false,
        fresh: false,
        paid: 0,
        collateral: 0,
    }
}

#[test]
fn the_worked_example_comes_out_to_the_planck() {
    let quote = quote(700 << 20, 30 * DAY, 3, 0, &PRICES, TENTH, &NO_WORK).unwrap();
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
    let quote = quote(1_073_741_824, DAY, 3, 0, &PRICES, TENTH, &NO_WORK).unwrap();
    assert_eq!(quote.total, 32_720_000_000);
}

/// An order of a day's price that is being served since block 0.
fn served(size: u64, days: u32, wanted: u8, tips: Balance) -> Order<u8> {
    let duration = days * DAY;
    let wish = Wish {
        owner: 1,
        cid: Default::default(),
        root: [0; 32],
        size,
        duration,
        wanted,
    };
    let quote = quote(
        size,
        duration,
        wanted,
        tips,
        &PRICES,
        TENTH,
        &Params::default().work,
    )
    .unwrap();
    let mut order = Order::place(wish, &quote, 0, 0);
    assert_eq!(order.escrow(), quote.total);
    assert_eq!(order.start(0), quote.base_fee);
    order
}

#[test]
fn a_byte_for_two_years_prepays_every_proof_of_it() {
    let work = Params::default().work;
    let quote = quote(1, 730 * DAY, 1, 0, &PRICES, TENTH, &work).unwrap();
    assert_eq!(quote.storage, 730 * PRICES.mib_day);
    assert_eq!(
        (quote.joining, quote.proving),
        (work.acceptance, 730 * work.replica_day)
    );
    assert!(quote.total > 1_460_000_000_000);
}

#[test]
fn a_collateral_is_the_largest_of_days_share_and_floor() {
    let collateral = |days, share, floor, order: &Order<u8>| {
        let share = Permill::from_percent(share);
        order.collateral(&Collateral { days, share, floor }).unwrap()
    };
    // 700 MiB for 30 days: 6.3 milli-TTC a replica and day, 189 in all.
    let order = served(700 << 20, 30, 3, 0);
    assert_eq!(collateral(7, 20, 1_000, &order), 44_100_000_000);
    assert_eq!(collateral(7, 50, 1_000, &order), 94_500_000_000);
    assert_eq!(collateral(7, 50, 10u128.pow(12), &order), 10u128.pow(12));
}

#[test]
fn a_bond_counts_begun_gibibytes() {
    let bond = Params::default().bond;
    assert_eq!(bond.required(1), bond.base + bond.per_gib);
    assert_eq!(bond.required(GIB), bond.base + bond.per_gib);
    assert_eq!(bond.required(50 * GIB + 1), bond.base + 51 * bond.per_gib);
    assert!(bond.required(1 << 50) > 5_000 * 10u128.pow(12));
}

proptest! {
    /// Fees follow what miners were paid of the pool, whatever the steps: never ahead of it, and whole at the end.
    #[test]
    fn the_treasury_earns_with_the_miners(
        tips in 0..=1u128 << 60,
        steps in prop::collection::vec(0u32..=1_000_000, 1..8),
    ) {
        let mut order = served(700 << 20, 30, 3, tips);
        let (levy, before) = (order.levy(), order.escrow());
        let mut released = 0;
        for step in steps {
            let now = Permill::from_parts(step).mul_floor(order.pool).max(order.paid);
            order.paid = now;
            released += order.release_levy();
            prop_assert_eq!(order.levied, released);
            prop_assert!(released * order.pool <= levy * order.paid);
            prop_assert_eq!(order.escrow() + released + order.paid, before);
        }
        order.paid = order.pool;
        prop_assert_eq!(released + order.release_levy(), levy);
    }

    /// More time on the same terms: what was earned stays, and the price grows as the time does.
    #[test]
    fn an_extension_keeps_the_rate_and_takes_nothing_from_anybody(
        size in 1..=MAX_SIZE,
        days in 1u32..=400,
        more in 1u32..=300,
        wanted in 1u8..=8,
        tips in 0..=1u128 << 60,
        blocks in 0..=400 * DAY,
    ) {
        let mut order = served(size, days, wanted, tips);
        let (before, escrow, earned) = (order.terms(), order.escrow(), order.terms().pay(blocks.min(days * DAY)));
        let extension = order.extension(more * DAY).unwrap();
        order.extend(&extension);
        let after = order.terms();
        prop_assert_eq!(order.escrow(), escrow + extension.total);
        prop_assert_eq!(after.deadline, before.deadline + more * DAY);
        prop_assert!(after.pay(blocks.min(days * DAY)) >= earned);
        prop_assert!(after.pay(blocks.min(days * DAY)) <= earned + 1);
        let expected = before.pool * u128::from(more) / u128::from(days);
        prop_assert!(extension.pool == expected || extension.pool == expected + 1);
    }
}

#[test]
fn a_share_of_what_is_prepaid_for_acceptances_goes_to_each_that_confirms_and_no_more() {
    let mut order = served(1, 1, 3, 0);
    let share = Params::default().work.acceptance;
    let paid: Vec<Balance> = (0..5).map(|_| order.pay_joining()).collect();
    assert_eq!(paid, [share, share, share, 0, 0]);
    assert_eq!(order.joined, order.joining);
}

#[test]
fn begun_mebibytes_and_days_count_whole() {
    let small = quote(1, 1, 1, 0, &PRICES, TENTH, &NO_WORK).unwrap();
    let full = quote(1 << 20, DAY, 1, 0, &PRICES, TENTH, &NO_WORK).unwrap();
    assert_eq!(small, full);
    assert_eq!(
        quote((1 << 20) + 1, DAY, 1, 0, &PRICES, TENTH, &NO_WORK)
            .unwrap()
            .storage,
        2 * full.storage
    );
    assert_eq!(
        quote(1 << 20, DAY + 1, 1, 0, &PRICES, TENTH, &NO_WORK)
            .unwrap()
            .storage,
        2 * full.storage
    );
}

#[test]
fn a_price_that_does_not_fit_is_none() {
    let huge = Prices {
        mib_day: u128::MAX / 2,
        ..PRICES
    };
    assert_eq!(quote(MAX_SIZE, DAY, 1, 0, &huge, TENTH, &NO_WORK), None);
    assert_eq!(quote(1, DAY, 1, u128::MAX, &PRICES, TENTH, &NO_WORK), None);
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
        acceptance in 0..=1u128 << 60,
        replica_day in 0..=1u128 << 60,
    ) {
        let prices = Prices { mib_day, ..PRICES };
        let share = Permill::from_parts(share);
        let work = Work { acceptance, replica_day };
        let quote = quote(size, duration, wanted, tips, &prices, share, &work).unwrap();
        let replica_days = u128::from(duration.div_ceil(DAY)) * u128::from(wanted);
        prop_assert_eq!(quote.joining, acceptance * u128::from(wanted));
        prop_assert_eq!(quote.proving, replica_day * replica_days);
        prop_assert_eq!(quote.storage + tips, quote.pool + quote.reserve);
        let fees = quote.base_fee + quote.file_fee + quote.joining + quote.proving;
        prop_assert_eq!(quote.total, fees + quote.pool + quote.reserve);
        prop_assert!(quote.reserve <= quote.storage);
    }

    #[test]
    fn a_price_grows_with_size_time_and_replicas(
        size in 1..MAX_SIZE,
        duration in 1..MAX_DURATION,
        wanted in 1u8..8,
        more in 0u64..1 << 30,
    ) {
        let price = |size, duration, wanted| quote(size, duration, wanted, 0, &PRICES, TENTH, &NO_WORK).unwrap().total;
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
                    replica.accept_proof(1, start, &CLOCK, &terms);
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
