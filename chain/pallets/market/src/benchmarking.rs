//! Benchmarks of every call and hook at its worst: orders of 32 GiB (paths of 25 hashes) and 8 replicas.
//!
//! A tree of 2^25 equal leaves has equal nodes in each row, so its root and every path follow from 25 hashes.
use crate::{
    Call, Config, Income, MarketParams, Note, Orders, Pallet, Params, Peer, Proof, Sample, MAX_CAPACITY,
};
use alloc::vec::Vec;
use frame_benchmarking::v2::*;
use frame_support::traits::{fungible::Mutate, Get};
use frame_system::RawOrigin;
use sp_core::H256;
use storage_core::{
    order::{Cid, Wish},
    Balance, Epoch, Seeds, DAY, MAX_DEPTH, MAX_REPLICAS, MAX_SIZE,
};

const START: u32 = 100;
const RICH: Balance = 1_000_000_000_000_000_000;

/// The one path of the file of equal leaves, and its root.
fn path_and_root() -> (Vec<H256>, [u8; 32]) {
    let mut node = sp_io::hashing::blake2_256(&[0u8; 1_024]);
    let mut path = Vec::new();
    for _ in 0..MAX_DEPTH {
        path.push(H256(node));
        node = sp_io::hashing::blake2_256(&[node, node].concat());
    }
    (path, node)
}

fn proof<T: Config>() -> Proof {
    let path = path_and_root().0;
    let sample = Sample {
        leaf: [0; 1_024],
        path: path.try_into().expect("25 hashes fit"),
    };
    let samples = usize::from(Params::<T>::get().samples);
    alloc::vec![sample; samples]
        .try_into()
        .expect("at most 4 samples")
}

/// Goes to the first block of an epoch. Epochs begin at multiples of their length, as if it had never changed.
fn go_to_epoch<T: Config>(index: u32) {
    let start = index * Params::<T>::get().timing.epoch_blocks;
    frame_system::Pallet::<T>::set_block_number(start.into());
    T::Seeds::set_epoch(Epoch { index, start }, [index as u8; 32]);
}

fn prepare<T: Config>() {
    Params::<T>::put(MarketParams {
        lottery_blocks: 0,
        ..MarketParams::default()
    });
    for account in [Pallet::<T>::pot(), T::Treasury::get()] {
        T::Currency::set_balance(&account, RICH);
    }
    go_to_epoch::<T>(START);
}

fn rich<T: Config>(name: &'static str, number: u32) -> T::AccountId {
    let who = account(name, number, 0);
    T::Currency::set_balance(&who, RICH);
    who
}

fn cid() -> Cid {
    alloc::vec![b'a'; 64].try_into().expect("64 letters fit")
}

fn note() -> Note {
    alloc::vec![1; 256].try_into().expect("256 bytes fit")
}

fn peer() -> Peer {
    alloc::vec![1; 128].try_into().expect("128 bytes fit")
}

/// Places an order of 32 GiB; its number.
fn place<T: Config>(owner: &T::AccountId, wanted: u8) -> u32 {
    let id = crate::NextOrderId::<T>::get();
    let root = path_and_root().1;
    let wish = Wish {
        owner: owner.clone(),
        cid: cid(),
        root,
        size: MAX_SIZE,
        duration: 30 * DAY,
        wanted,
    };
    Pallet::<T>::place_order(wish, note(), 0, Balance::MAX).expect("the order can be placed");
    id
}

fn miner<T: Config>(number: u32) -> T::AccountId {
    let who = rich::<T>("miner", number);
    Pallet::<T>::register_miner(who.clone(), MAX_CAPACITY, peer()).expect("the miner can register");
    who
}

/// An order with `replicas` replicas of miners 0, 1 and so on.
fn served<T: Config>(owner: &T::AccountId, replicas: u32) -> u32 {
    let id = place::<T>(owner, MAX_REPLICAS as u8);
    for number in 0..replicas {
        let who = miner::<T>(number);
        Pallet::<T>::accept_order(who, id, &proof::<T>()).expect("the miner can accept");
    }
    id
}

fn due<T: Config>(id: u32) -> u32 {
    Orders::<T>::get(id)
        .and_then(|order| order.replicas.first().map(|replica| replica.due))
        .expect("it is served")
}

/// Puts every replica of an order at the end of its proven service and goes past the deadline.
fn serve_to_the_end<T: Config>(id: u32) {
    let deadline = Orders::<T>::mutate(id, |order| {
        let order = order.as_mut().expect("the order exists");
        let deadline = order.deadline();
        order
            .replicas
            .iter_mut()
            .for_each(|replica| replica.proven = deadline);
        deadline
    });
    go_to_epoch::<T>(deadline / Params::<T>::get().timing.epoch_blocks + 1);
}

#[benchmarks]
mod benchmarks {
    use super::*;

    #[benchmark]
    fn create_order() {
        prepare::<T>();
        let owner = rich::<T>("owner", 0);
        #[extrinsic_call]
        _(
            RawOrigin::Signed(owner),
            cid(),
            note(),
            [1; 32],
            MAX_SIZE,
            30 * DAY,
            8,
            1,
            Balance::MAX,
        );
        assert!(Orders::<T>::contains_key(0));
    }

    #[benchmark]
    fn cancel_order() {
        prepare::<T>();
        let owner = rich::<T>("owner", 0);
        let id = place::<T>(&owner, 8);
        #[extrinsic_call]
        _(RawOrigin::Signed(owner), id);
        assert!(Orders::<T>::get(id).is_some_and(|order| order.ended.is_some()));
    }

    #[benchmark]
    fn register() {
        prepare::<T>();
        let who = rich::<T>("miner", 0);
        #[extrinsic_call]
        _(RawOrigin::Signed(who.clone()), MAX_CAPACITY, peer());
        assert!(crate::Miners::<T>::contains_key(who));
    }

    #[benchmark]
    fn update_miner() {
        prepare::<T>();
        let who = miner::<T>(0);
        #[extrinsic_call]
        _(RawOrigin::Signed(who), 1_000, peer());
        assert_eq!(crate::Stats::<T>::get().total, 1_000);
    }

    #[benchmark]
    fn deregister() {
        prepare::<T>();
        let who = miner::<T>(0);
        #[extrinsic_call]
        _(RawOrigin::Signed(who.clone()));
        assert!(!crate::Miners::<T>::contains_key(who));
    }

    #[benchmark]
    fn accept() {
        prepare::<T>();
        let id = place::<T>(&rich::<T>("owner", 0), 1);
        let who = miner::<T>(0);
        let proof = proof::<T>();
        #[extrinsic_call]
        _(RawOrigin::Signed(who), id, proof);
        assert!(Orders::<T>::get(id).is_some_and(|order| order.started.is_some()));
    }

    #[benchmark]
    fn submit_proofs(n: Linear<1, 32>) {
        prepare::<T>();
        let owner = rich::<T>("owner", 0);
        let who = miner::<T>(8);
        // Each order is full, and the caller's replica is the last in it.
        let ids: Vec<u32> = (0..n).map(|_| place::<T>(&owner, 1)).collect();
        for id in &ids {
            Pallet::<T>::accept_order(who.clone(), *id, &proof::<T>()).expect("the miner can accept");
        }
        let last = START + 24;
        for id in &ids {
            Orders::<T>::mutate(id, |order| {
                let order = order.as_mut().expect("the order exists");
                order.replicas[0].due = last;
                let replica = order.replicas[0].clone();
                for number in 0..7 {
                    let other = storage_core::Replica {
                        miner: account("other", number, 0),
                        ..replica.clone()
                    };
                    order.replicas.try_insert(0, other).expect("8 replicas fit");
                }
            });
        }
        go_to_epoch::<T>(last);
        let proofs = ids.iter().map(|id| (*id, proof::<T>())).collect::<Vec<_>>();
        #[extrinsic_call]
        _(
            RawOrigin::Signed(who),
            proofs.try_into().expect("at most 32 proofs"),
        );
        for id in ids {
            assert!(Orders::<T>::get(id).is_some_and(|order| order.replicas[7].due > last));
        }
    }

    #[benchmark]
    fn leave() {
        prepare::<T>();
        let id = served::<T>(&rich::<T>("owner", 0), MAX_REPLICAS);
        #[extrinsic_call]
        _(RawOrigin::Signed(account("miner", 7, 0)), id);
        assert!(Orders::<T>::get(id).is_some_and(|order| order.replicas[7].leaving));
    }

    /// Both misses of a replica at once, with pay to settle.
    #[benchmark]
    fn report_missed() {
        prepare::<T>();
        let id = served::<T>(&rich::<T>("owner", 0), MAX_REPLICAS);
        let due = due::<T>(id);
        go_to_epoch::<T>(due);
        go_to_epoch::<T>(due + 28);
        let reporter = rich::<T>("reporter", 0);
        let missing = account("miner", 0, 0);
        #[extrinsic_call]
        _(RawOrigin::Signed(reporter), id, missing);
        assert!(Orders::<T>::get(id).is_some_and(|order| order.replicas.len() == 7));
    }

    #[benchmark]
    fn calculate_reward() {
        prepare::<T>();
        let id = served::<T>(&rich::<T>("owner", 0), MAX_REPLICAS);
        serve_to_the_end::<T>(id);
        #[extrinsic_call]
        _(RawOrigin::Signed(rich::<T>("anybody", 0)), id);
        assert!(Orders::<T>::get(id).is_some_and(|order| order.ended.is_some()));
    }

    #[benchmark]
    fn withdrawal() {
        prepare::<T>();
        let id = served::<T>(&rich::<T>("owner", 0), 1);
        serve_to_the_end::<T>(id);
        Pallet::<T>::settle_order(id).expect("the order can be settled");
        let who: T::AccountId = account("miner", 0, 0);
        #[extrinsic_call]
        _(RawOrigin::Signed(who.clone()));
        assert_eq!(Income::<T>::get(who), 0);
    }

    #[benchmark]
    fn purge() {
        prepare::<T>();
        let id = served::<T>(&rich::<T>("owner", 0), MAX_REPLICAS);
        serve_to_the_end::<T>(id);
        Pallet::<T>::settle_order(id).expect("the order can be settled");
        go_to_epoch::<T>(10_000);
        #[extrinsic_call]
        _(RawOrigin::Signed(rich::<T>("anybody", 0)), id);
        assert!(!Orders::<T>::contains_key(id));
    }

    #[benchmark]
    fn set_params() {
        #[extrinsic_call]
        _(RawOrigin::Root, MarketParams::embedded());
        assert_eq!(Params::<T>::get(), MarketParams::embedded());
    }

    #[benchmark]
    fn set_price() {
        Params::<T>::put(MarketParams::default());
        let prices = storage_core::Prices {
            mib_day: 20_000_000,
            ..crate::DEFAULT_PRICES
        };
        #[extrinsic_call]
        _(RawOrigin::Root, prices);
        assert_eq!(crate::Price::<T>::get().prices, prices);
    }

    #[benchmark]
    fn pause() {
        #[extrinsic_call]
        _(RawOrigin::Root, true);
        assert!(crate::Paused::<T>::get());
    }

    #[benchmark]
    fn no_step() {
        #[block]
        {
            Pallet::<T>::step_prices(601);
        }
    }

    #[benchmark]
    fn step_prices() {
        prepare::<T>();
        let before = crate::Price::<T>::get();
        #[block]
        {
            Pallet::<T>::step_prices(600);
        }
        assert!(crate::Price::<T>::get() != before);
    }

    /// A round over no order.
    #[benchmark]
    fn sweep_base() {
        prepare::<T>();
        #[block]
        {
            Pallet::<T>::sweep(frame_support::weights::Weight::MAX);
        }
    }

    /// A round over one order that needs nothing; the base is in it.
    #[benchmark]
    fn sweep_look() {
        prepare::<T>();
        let id = served::<T>(&rich::<T>("owner", 0), MAX_REPLICAS);
        #[block]
        {
            Pallet::<T>::sweep(frame_support::weights::Weight::MAX);
        }
        assert!(Orders::<T>::get(id).is_some_and(|order| order.ended.is_none()));
    }

    /// A round that books two misses of each of `r` replicas.
    #[benchmark]
    fn sweep_act(r: Linear<1, 8>) {
        prepare::<T>();
        let id = served::<T>(&rich::<T>("owner", 0), r);
        let first = START + 1;
        Orders::<T>::mutate(id, |order| {
            let order = order.as_mut().expect("the order exists");
            order.replicas.iter_mut().for_each(|replica| replica.due = first);
        });
        go_to_epoch::<T>(first);
        go_to_epoch::<T>(first + 28);
        #[block]
        {
            Pallet::<T>::sweep(frame_support::weights::Weight::MAX);
        }
        assert!(Orders::<T>::get(id).is_some_and(|order| order.replicas.is_empty()));
    }

    #[benchmark]
    fn check_proofs() {
        prepare::<T>();
        let id = served::<T>(&rich::<T>("owner", 0), MAX_REPLICAS);
        go_to_epoch::<T>(due::<T>(id));
        let proofs = alloc::vec![(id, proof::<T>())]
            .try_into()
            .expect("one proof fits");
        #[block]
        {
            crate::CheckProofs::<T>::check(&account("miner", 0, 0), &proofs).expect("it is due");
        }
    }

    impl_benchmark_test_suite!(Pallet, crate::mock::ext(), crate::mock::Test);
}
