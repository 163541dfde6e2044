//! What a page costs in markets of 100 to 1,000,000 orders. On demand, because it takes minutes and gigabytes:
//! `cargo test --release -p pallet-storage-market -- --ignored --nocapture figures`
use crate::mock::*;
use codec::Encode;
use frame_support::traits::fungible::Mutate;
use std::time::{Duration, Instant};

/// Orders of one owner and replicas of one miner never fewer than a page, whatever the market's size.
const OWNER: AccountId = 1;
const MINER: AccountId = 11;
const ROWS: usize = 50;
/// Bytes of trie nodes a row may cost: they grow with the depth of the trie, by less than a row's own 1,000 in each tenfold.
const BYTES_PER_ROW: usize = 5_000;
const ROUNDS: usize = 21;

/// Adds orders until there are `wanted`; each ten thousand become part of the trie before the next.
fn grow(ext: &mut sp_io::TestExternalities, from: u32, wanted: u32) {
    for number in from..wanted {
        ext.execute_with(|| {
            let owner = if number % 2 == 0 { OWNER } else { 2 };
            let id = place(owner, 0, 10, 1, 1, 0);
            if number < 100 || number % 1_000 == 0 {
                accept(MINER, id, 0);
            }
            System::reset_events();
        });
        if number % 10_000 == 9_999 {
            ext.commit_all().expect("the state can be committed");
        }
    }
    ext.commit_all().expect("the state can be committed");
}

fn median(ext: &mut sp_io::TestExternalities, read: &dyn Fn() -> usize) -> Duration {
    let mut times: Vec<Duration> = (0..ROUNDS)
        .map(|_| {
            ext.execute_with(|| {
                let began = Instant::now();
                assert_eq!(read(), ROWS, "the answer was meant to be full");
                began.elapsed()
            })
        })
        .collect();
    times.sort();
    times[ROUNDS / 2]
}

#[test]
#[ignore = "measures markets of up to a million orders"]
fn a_page_of_a_million_orders_costs_about_what_a_page_of_a_hundred_does() {
    let mut ext = ext();
    ext.execute_with(|| {
        register(MINER);
        for rich in [OWNER, 2, MINER] {
            Balances::set_balance(&rich, 1_000_000_000 * TTC);
        }
    });
    let pages: [(&str, &dyn Fn() -> usize); 4] = [
        ("user_orders", &|| {
            Market::view_user_orders(&OWNER, None, 50).items.len()
        }),
        ("miner_orders", &|| {
            Market::view_miner_orders(&MINER, None, 50).items.len()
        }),
        ("open_orders", &|| Market::view_open_orders(None, 50).items.len()),
        ("due", &|| {
            Market::view_due(&MINER, None, 50).next.map_or(0, |_| ROWS)
        }),
    ];
    let mut orders = 0;
    for wanted in [200, 1_000, 10_000, 100_000, 1_000_000] {
        grow(&mut ext, orders, wanted);
        orders = wanted;
        for (name, read) in pages {
            let time = median(&mut ext, read);
            let bytes = ext.execute_and_prove(read).1.encoded_size();
            println!(
                "{wanted} orders, {name}: {} us, {bytes} bytes of state proof",
                time.as_micros()
            );
            assert!(bytes < ROWS * BYTES_PER_ROW, "{name} reads {bytes} bytes");
        }
    }
}
