//! Tests of the pallet by subject.
mod cost;
mod ending;
mod extension;
mod figures;
mod hostile;
mod joining;
mod migration;
mod miners;
mod model;
mod orders;
mod prices;
mod proofs;
mod random;
mod settle;

mod steps;
mod sweep;
mod views;

use crate::{mock::*, Proof};
use frame_support::traits::ConstU32;

/// A day's order of three leaves, started by miner 11, with its file's tag: the usual beginning.
fn served_order() -> (u32, u8) {
    register(11);
    let id = place(1, 5, 3_000, 30, 3, 0);
    accept(11, id, 5);
    (id, 5)
}

/// A call with one proof.
fn one(id: u32, proof: Proof) -> frame_support::BoundedVec<(u32, Proof), ConstU32<32>> {
    vec![(id, proof)].try_into().unwrap()
}
