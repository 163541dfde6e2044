//! What the benchmarks start from: orders of 32 GiB, their replicas and proofs, and where time stands.
use crate::{Config, MarketParams, Note, Orders, Pallet, Params, Peer, Proof, Sample, MAX_CAPACITY};
use alloc::vec::Vec;
use frame_benchmarking::v2::*;
use frame_support::traits::{fungible::Mutate, Get};
use sp_core::H256;
use storage_core::{
    order::{Cid, Wish},
    Balance, Epoch, Seeds, DAY, MAX_DEPTH, MAX_REPLICAS, MAX_SAMPLES, MAX_SIZE,
};

pub(super) const START: u32 = 100;
pub(super) const RICH: Balance = 1_000_000_000_000_000_000;

/// The one path of the file of equal leaves, and its root.
pub(super) fn path_and_root() -> (Vec<H256>, [u8; 32]) {
    let mut node = sp_io::hashing::blake2_256(&[0u8; 1_024]);
    let mut path = Vec::new();
    for _ in 0..MAX_DEPTH {
        path.push(H256(node));
        node = sp_io::hashing::blake2_256(&[node, node].concat());
    }
    (path, node)
}

pub(super) fn proof<T: Config>() -> Proof {
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
pub(super) fn go_to_epoch<T: Config>(index: u32) {
    let start = index * Params::<T>::get().timing.epoch_blocks;
    frame_system::Pallet::<T>::set_block_number(start.into());
    T::Seeds::set_epoch(Epoch { index, start }, [index as u8; 32]);
}

pub(super) fn prepare<T: Config>() {
    Params::<T>::put(MarketParams {
        lottery_blocks: 0,
        samples: MAX_SAMPLES as u8,
        ..MarketParams::default()
    });
    for account in [Pallet::<T>::pot(), T::Treasury::get()] {
        T::Currency::set_balance(&account, RICH);
    }
    go_to_epoch::<T>(START);
}

pub(super) fn rich<T: Config>(name: &'static str, number: u32) -> T::AccountId {
    let who = account(name, number, 0);
    T::Currency::set_balance(&who, RICH);
    who
}

pub(super) fn cid() -> Cid {
    alloc::vec![b'a'; 64].try_into().expect("64 letters fit")
}

pub(super) fn note() -> Note {
    alloc::vec![1; 256].try_into().expect("256 bytes fit")
}

pub(super) fn peer() -> Peer {
    alloc::vec![1; 128].try_into().expect("128 bytes fit")
}

/// Places an order of 32 GiB; its number.
pub(super) fn place<T: Config>(owner: &T::AccountId, wanted: u8) -> u32 {
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

pub(super) fn miner<T: Config>(number: u32) -> T::AccountId {
    let who = rich::<T>("miner", number);
    Pallet::<T>::register_miner(who.clone(), MAX_CAPACITY, peer()).expect("the miner can register");
    // As if it had been there before every order.
    crate::Miners::<T>::mutate(&who, |record| {
        if let Some(record) = record {
            record.since = 0;
        }
    });
    who
}

/// An order with `replicas` replicas of miners 0, 1 and so on.
pub(super) fn served<T: Config>(owner: &T::AccountId, replicas: u32) -> u32 {
    let id = place::<T>(owner, MAX_REPLICAS as u8);
    for number in 0..replicas {
        let who = miner::<T>(number);
        Pallet::<T>::accept_order(who, id, &proof::<T>()).expect("the miner can accept");
    }
    confirm_all::<T>(id);
    id
}

/// Confirms every replica of an order, nothing proven.
pub(super) fn confirm_all<T: Config>(id: u32) {
    let mut order = Orders::<T>::get(id).expect("the order exists");
    for index in 0..order.replicas.len() {
        Pallet::<T>::confirm(id, &mut order, index).expect("the replica can be confirmed");
        order.replicas[index].confirmed = true;
    }
    Pallet::<T>::save_order(id, &order);
}

pub(super) fn due<T: Config>(id: u32) -> u32 {
    Orders::<T>::get(id)
        .and_then(|order| order.replicas.first().map(|replica| replica.due))
        .expect("it is served")
}

/// Makes every replica of an order miss its last two due epochs, with pay to settle, and goes past the deadline: what an
/// order can cost at most, because each replica is slashed twice, lost and taken off its miner's books.
pub(super) fn miss_to_the_end<T: Config>(id: u32) {
    let epoch_blocks = Params::<T>::get().timing.epoch_blocks;
    let last = Orders::<T>::mutate(id, |order| {
        let order = order.as_mut().expect("the order exists");
        let last = order.deadline() / epoch_blocks;
        order.replicas.iter_mut().for_each(|replica| {
            replica.proven += DAY;
            replica.due = last - 24;
        });
        last
    });
    for epoch in [last - 24, last, last + 4] {
        go_to_epoch::<T>(epoch);
    }
}

/// Puts every replica of an order at the end of its proven service and goes past the deadline.
pub(super) fn serve_to_the_end<T: Config>(id: u32) {
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
