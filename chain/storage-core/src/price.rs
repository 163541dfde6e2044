//! What an order costs.
use crate::{params::Work, Balance, DAY, MIB};
use codec::{Decode, DecodeWithMemTracking, Encode, MaxEncodedLen};
use scale_info::TypeInfo;
use serde::{Deserialize, Serialize};
use sp_arithmetic::Permill;

/// The three floating prices in planck.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Encode,
    Decode,
    DecodeWithMemTracking,
    MaxEncodedLen,
    TypeInfo,
    Serialize,
    Deserialize,
)]
pub struct Prices {
    /// One MiB for one day on one replica.
    pub mib_day: Balance,
    /// Per order, for the place a file takes.
    pub file_fee: Balance,
    /// Per order, for the work of placing it.
    pub base_fee: Balance,
}

/// An order's price in its parts: `total = base_fee + file_fee + pool + reserve + joining + proving`.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode, DecodeWithMemTracking, MaxEncodedLen, TypeInfo,
)]
pub struct Quote {
    /// To the treasury when the service begins.
    pub base_fee: Balance,
    /// To the treasury with proven time.
    pub file_fee: Balance,
    /// Size by days by replicas; divided into reserve and pool.
    pub storage: Balance,
    /// The treasury's share of `storage`, with proven time.
    pub reserve: Balance,
    /// What miners can earn: the rest of `storage`, and the tips.
    pub pool: Balance,
    /// Given on top by the customer; raises the miners' rate.
    pub tips: Balance,
    /// Prepaid for acceptances: a share to each miner that confirms.
    pub joining: Balance,
    /// Prepaid for the proofs of all replicas: to the treasury with proven time.
    pub proving: Balance,
    /// All that leaves the customer's free balance, except the deposit and the transaction fee.
    pub total: Balance,
}

/// Price of keeping `size` bytes for `duration` blocks on `wanted` replicas. Sizes count in begun MiB, time in begun days.
/// `None` when a product does not fit into 128 bits.
pub fn quote(
    size: u64,
    duration: u32,
    wanted: u8,
    tips: Balance,
    prices: &Prices,
    reserve_share: Permill,
    work: &Work,
) -> Option<Quote> {
    let mib = u128::from(size.div_ceil(MIB));
    let days = u128::from(duration.div_ceil(DAY));
    let storage = mib
        .checked_mul(days)?
        .checked_mul(prices.mib_day)?
        .checked_mul(u128::from(wanted))?;
    let reserve = reserve_share.mul_floor(storage);
    let pool = storage.checked_sub(reserve)?.checked_add(tips)?;
    let joining = work.acceptance.checked_mul(u128::from(wanted))?;
    let proving = work
        .replica_day
        .checked_mul(days)?
        .checked_mul(u128::from(wanted))?;
    let total = pool
        .checked_add(reserve)?
        .checked_add(joining)?
        .checked_add(proving)?
        .checked_add(prices.base_fee)?
        .checked_add(prices.file_fee)?;
    Some(Quote {
        base_fee: prices.base_fee,
        file_fee: prices.file_fee,
        storage,
        reserve,
        pool,
        tips,
        joining,
        proving,
        total,
    })
}
