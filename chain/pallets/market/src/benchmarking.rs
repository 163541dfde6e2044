//! Benchmarks of every call and hook at its worst: orders of 32 GiB (paths of 25 hashes) and 8 replicas.
//!
//! A tree of 2^25 equal leaves has equal nodes in each row, so its root and every path follow from 25 hashes.
use crate::{Call, Config, Income, MarketParams, Orders, Pallet, Params, MAX_CAPACITY};
use alloc::vec::Vec;
use frame_benchmarking::v2::*;
use frame_system::RawOrigin;
use storage_core::{Balance, DAY, MAX_REPLICAS, MAX_SIZE};

mod fixtures;

use fixtures::*;

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

    /// Eight miners are on the way.
    #[benchmark]
    fn cancel_order() {
        prepare::<T>();
        let owner = rich::<T>("owner", 0);
        let id = place::<T>(&owner, 8);
        for number in 0..MAX_REPLICAS {
            Pallet::<T>::accept_order(miner::<T>(number), id, &proof::<T>()).expect("the miner can accept");
        }
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

    /// The lottery is still on and the seed of the order's epoch is the last that it looks at.
    #[benchmark]
    fn accept() {
        prepare::<T>();
        let id = place::<T>(&rich::<T>("owner", 0), 1);
        let who = miner::<T>(0);
        let timing = Params::<T>::get().timing;
        let ring = START + 1..START + 9;
        let age = timing.epoch_blocks * 8;
        ring.for_each(go_to_epoch::<T>);
        Params::<T>::mutate(|params| params.lottery_blocks = age + 1);
        let proof = proof::<T>();
        #[extrinsic_call]
        _(RawOrigin::Signed(who), id, proof);
        assert!(Orders::<T>::get(id).is_some_and(|order| order.replicas.len() == 1));
    }

    /// Each order is full and the caller's replica the last in it; it has missed once, then proves, takes the bounty
    /// that its own slash left, and leaves.
    #[benchmark]
    fn submit_proofs(n: Linear<1, 32>) {
        prepare::<T>();
        let owner = rich::<T>("owner", 0);
        let who = miner::<T>(8);
        let ids: Vec<u32> = (0..n).map(|_| place::<T>(&owner, 1)).collect();
        for id in &ids {
            Pallet::<T>::accept_order(who.clone(), *id, &proof::<T>()).expect("the miner can accept");
            confirm_all::<T>(*id);
        }
        let first = START + 3;
        for id in &ids {
            Orders::<T>::mutate(id, |order| {
                let order = order.as_mut().expect("the order exists");
                let own = &mut order.replicas[0];
                own.due = first;
                own.proven += 1;
                own.leaving = true;
                own.fresh = true;
                let replica = own.clone();
                for number in 0..7 {
                    let other = storage_core::Replica {
                        miner: account("other", number, 0),
                        ..replica.clone()
                    };
                    order.replicas.try_insert(0, other).expect("8 replicas fit");
                }
            });
        }
        go_to_epoch::<T>(first);
        go_to_epoch::<T>(first + 24);
        let proofs = ids.iter().map(|id| (*id, proof::<T>())).collect::<Vec<_>>();
        #[extrinsic_call]
        _(
            RawOrigin::Signed(who.clone()),
            proofs.try_into().expect("at most 32 proofs"),
        );
        for id in ids {
            assert!(Orders::<T>::get(id).is_some_and(|order| order.replicas.len() == 7 && order.bounty == 0));
        }
        assert_eq!(
            crate::Miners::<T>::get(who).map(|miner| miner.misses_total),
            Some(n)
        );
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
        miss_to_the_end::<T>(id);
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

    /// Nobody keeps it any more: it is cleared.
    #[benchmark]
    fn close_order() {
        prepare::<T>();
        let owner = rich::<T>("owner", 0);
        let id = served::<T>(&owner, 1);
        let due = due::<T>(id);
        go_to_epoch::<T>(due);
        go_to_epoch::<T>(due + 28);
        Pallet::<T>::report_miss(owner.clone(), id, &account("miner", 0, 0)).expect("it has missed");
        #[extrinsic_call]
        _(RawOrigin::Signed(owner), id);
        assert!(Orders::<T>::get(id).is_some_and(|order| order.ended.is_some()));
    }

    #[benchmark]
    fn extend_order() {
        prepare::<T>();
        let owner = rich::<T>("owner", 0);
        let id = served::<T>(&owner, MAX_REPLICAS);
        #[extrinsic_call]
        _(RawOrigin::Signed(owner), id, DAY, Balance::MAX);
        assert!(Orders::<T>::get(id).is_some_and(|order| order.duration == 31 * DAY));
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

    /// A round that books two misses of each of `r` replicas and clears the order.
    #[benchmark]
    fn sweep_act(r: Linear<1, 8>) {
        prepare::<T>();
        let id = served::<T>(&rich::<T>("owner", 0), r);
        miss_to_the_end::<T>(id);
        #[block]
        {
            Pallet::<T>::sweep(frame_support::weights::Weight::MAX);
        }
        assert!(Orders::<T>::get(id).is_some_and(|order| order.ended.is_some() && order.replicas.is_empty()));
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
