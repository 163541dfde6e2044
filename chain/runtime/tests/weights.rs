//! The dearest calls: what they declare covers what they read of the state, and a block has room for them.

mod support;

use frame_support::{
    assert_ok,
    dispatch::{DispatchClass, GetDispatchInfo},
    traits::fungible::Mutate,
    weights::Weight,
};
use pallet_entropy::{EpochInfo, SeedInfo};
use pallet_storage_market::{Orders, Params, Proof, Proofs, Sample};
use sp_runtime::{traits::Dispatchable, AccountId32};
use support::Chain;
use trove_runtime::{
    configs::system::RuntimeBlockWeights, money::TTC, Balances, Runtime, RuntimeCall, RuntimeOrigin, System,
};

type MarketCall = pallet_storage_market::Call<Runtime>;

const OWNER: AccountId32 = AccountId32::new([200; 32]);
const MINERS: u8 = 8;
const DAY: u32 = 14_400;

fn miner(number: u8) -> AccountId32 {
    AccountId32::new([number; 32])
}

fn dispatch(who: AccountId32, call: MarketCall) {
    assert_ok!(RuntimeCall::Market(call).dispatch(RuntimeOrigin::signed(who)));
}

/// A file of one leaf: every question asks for it.
fn proof() -> Proof {
    let sample = Sample {
        leaf: [0; 1_024],
        path: Default::default(),
    };
    let samples = usize::from(Params::<Runtime>::get().samples);
    vec![sample; samples].try_into().expect("at most 4 samples")
}

/// Goes to the first block of an epoch, as if epochs had always had their present length.
fn go_to_epoch(index: u32) {
    let length = Params::<Runtime>::get().timing.epoch_blocks;
    let start = index * length;
    System::set_block_number(start);
    pallet_entropy::Epoch::<Runtime>::put(EpochInfo { index, start, length });
    let seed = [index as u8; 32].into();
    pallet_entropy::Seeds::<Runtime>::insert(index, SeedInfo { start, seed });
}

/// An order kept by 8 miners; its number.
fn serve() -> u32 {
    dispatch(
        OWNER,
        MarketCall::create_order {
            cid: vec![b'a'; 64].try_into().expect("64 letters fit"),
            note: vec![1; 256].try_into().expect("256 bytes fit"),
            root: sp_io::hashing::blake2_256(&[0; 1_024]),
            size: 1_024,
            duration: DAY,
            wanted: MINERS,
            tips: 0,
            max_price: u128::MAX,
        },
    );
    let id = Orders::<Runtime>::iter_keys().max().expect("it was placed");
    for number in 0..MINERS {
        dispatch(miner(number), MarketCall::accept { id, proof: proof() });
    }
    // As if each had confirmed.
    Orders::<Runtime>::mutate(id, |order| {
        let order = order.as_mut().expect("it was placed");
        order.start(System::block_number());
        order
            .replicas
            .iter_mut()
            .for_each(|replica| replica.confirmed = true);
    });
    id
}

/// A chain with a rich owner and 8 rich miners, in an epoch far enough from the first.
fn market() -> Chain {
    let mut chain = Chain::from_preset("embedded");
    chain.build(Vec::new());
    chain.with_state(|| {
        Balances::set_balance(&OWNER, 1_000_000 * TTC);
        go_to_epoch(10);
        for number in 0..MINERS {
            Balances::set_balance(&miner(number), 1_000_000 * TTC);
            let peer = vec![1; 128].try_into().expect("128 bytes fit");
            dispatch(miner(number), MarketCall::register { total: 1 << 40, peer });
        }
        // A miner takes only orders that are younger than itself.
        System::set_block_number(System::block_number() + 1);
    });
    chain
}

/// Runs the call; what it declares and the bytes of state proof that it takes.
fn measure(chain: &mut Chain, who: AccountId32, call: MarketCall) -> (Weight, u64) {
    let call = RuntimeCall::Market(call);
    let declared = call.get_dispatch_info().call_weight;
    let bytes = chain.prove(|| {
        assert_ok!(call.dispatch(RuntimeOrigin::signed(who)));
    });
    (declared, bytes)
}

#[test]
fn settling_8_replicas_that_missed_to_the_end_reads_no_more_than_it_declares() {
    let mut chain = market();
    let id = chain.with_state(|| {
        let id = serve();
        let last = Orders::<Runtime>::mutate(id, |order| {
            let order = order.as_mut().expect("it was placed");
            let last = order
                .deadline()
                .div_ceil(Params::<Runtime>::get().timing.epoch_blocks);
            for replica in order.replicas.iter_mut() {
                replica.proven += 10;
                replica.due = last - 3;
            }
            last
        });
        [last - 3, last, last + 2].into_iter().for_each(go_to_epoch);
        id
    });
    let (declared, bytes) = measure(&mut chain, OWNER, MarketCall::calculate_reward { id });
    let order = chain
        .with_state(|| Orders::<Runtime>::get(id))
        .expect("it is kept for a while");
    assert!(order.replicas.is_empty() && order.ended.is_some());
    assert!(
        bytes <= declared.proof_size(),
        "{bytes} bytes, declared {declared:?}"
    );
}

#[test]
fn a_call_of_32_proofs_reads_no_more_than_it_declares() {
    let mut chain = market();
    let ids: Vec<u32> = chain.with_state(|| (0..32).map(|_| serve()).collect());
    let proofs: Proofs = chain.with_state(|| {
        Orders::<Runtime>::translate_values(|mut order: storage_core::order::Order<AccountId32>| {
            order.replicas.iter_mut().for_each(|replica| replica.due = 11);
            Some(order)
        });
        [11, 14].into_iter().for_each(go_to_epoch);
        let proofs: Vec<_> = ids.iter().map(|id| (*id, proof())).collect();
        proofs.try_into().expect("32 proofs fit")
    });
    let (declared, bytes) = measure(&mut chain, miner(7), MarketCall::submit_proofs { proofs });
    for id in ids {
        let order = chain
            .with_state(|| Orders::<Runtime>::get(id))
            .expect("it is served");
        let proven = order.replicas.iter().find(|replica| replica.miner == miner(7));
        assert_eq!(proven.map(|replica| replica.proven), Some(14 * 20));
    }
    assert!(
        bytes <= declared.proof_size(),
        "{bytes} bytes, declared {declared:?}"
    );
}

#[test]
fn the_dearest_calls_fit_into_a_block() {
    let normal = RuntimeBlockWeights::get().get(DispatchClass::Normal).clone();
    let most = normal.max_extrinsic.expect("calls have a limit");
    let sample = Sample {
        leaf: [0; 1_024],
        path: vec![Default::default(); 25].try_into().expect("25 hashes fit"),
    };
    let proof: Proof = vec![sample; 4].try_into().expect("4 samples fit");
    let proofs: Vec<_> = (0..32).map(|id| (id, proof.clone())).collect();
    let calls = [
        MarketCall::submit_proofs {
            proofs: proofs.try_into().expect("32 proofs fit"),
        },
        MarketCall::calculate_reward { id: 0 },
        MarketCall::accept { id: 0, proof },
        MarketCall::purge { id: 0 },
        MarketCall::cancel_order { id: 0 },
        MarketCall::close_order { id: 0 },
    ];
    for call in calls {
        let declared = call.get_dispatch_info().call_weight;
        assert!(declared.all_lte(most), "{declared:?} of {most:?}");
    }
}
