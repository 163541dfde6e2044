//! A page costs what its rows cost, however large the market is: counted in bytes of state read, not in time.
use crate::mock::*;
use codec::Encode;

const ORDERS: u32 = 1_500;
const ROWS: usize = 50;

/// Bytes of trie nodes a row may cost: order, note, index entry and the way to each.
const BYTES_PER_ROW: usize = 1_500;

fn large_market() -> sp_io::TestExternalities {
    let mut ext = ext();
    ext.execute_with(|| {
        register(11);
        for number in 0..ORDERS {
            let id = place(1 + u64::from(number % 3), 0, 10, 1, 1, 0);
            if number % 4 == 0 {
                accept(11, id, 0);
            }
        }
        go_to_epoch(12);
    });
    ext.commit_all().unwrap();
    ext
}

#[test]
fn a_page_reads_no_more_of_a_large_market_than_its_rows() {
    let mut ext = large_market();
    let mut bytes_read = |read: &dyn Fn() -> usize| {
        let (rows, proof) = ext.execute_and_prove(read);
        assert_eq!(rows, ROWS, "the answer was meant to be full");
        proof.encoded_size()
    };
    let everything = bytes_read(&|| crate::Orders::<Test>::iter().count() * ROWS / ORDERS as usize);
    let pages: [(&str, &dyn Fn() -> usize); 4] = [
        ("user_orders", &|| {
            Market::view_user_orders(&1, None, 50).items.len()
        }),
        ("miner_orders", &|| {
            Market::view_miner_orders(&11, None, 50).items.len()
        }),
        ("open_orders", &|| {
            Market::view_open_orders(Some(5), 50).items.len()
        }),
        ("due", &|| {
            Market::view_due(&11, None, 50).next.map_or(0, |_| ROWS)
        }),
    ];
    for (name, read) in pages {
        let bytes = bytes_read(read);
        assert!(bytes < ROWS * BYTES_PER_ROW, "{name} reads {bytes} bytes");
        assert!(
            bytes * 2 < everything,
            "{name} reads {bytes} bytes of {everything}"
        );
    }
}
