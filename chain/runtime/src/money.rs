//! What the token and the time of the chain are worth: units, deposits and fees.
#![warn(missing_docs)]

use crate::{Balance, BlockNumber};
use frame_support::weights::{Weight, WeightToFee};

/// Decimal places of TTC.
pub const TOKEN_DECIMALS: u8 = 12;
/// One TTC in planck.
pub const TTC: Balance = 1_000_000_000_000;
/// The least balance an account may keep: 0.001 TTC. It prices the account's place in the state.
pub const EXISTENTIAL_DEPOSIT: Balance = TTC / 1_000;

/// Length of a block and of an authoring slot, in milliseconds.
pub const BLOCK_MILLISECONDS: u64 = 6_000;
/// Blocks in a minute.
pub const MINUTE: BlockNumber = 60_000 / BLOCK_MILLISECONDS as BlockNumber;
/// Blocks in an hour.
pub const HOUR: BlockNumber = 60 * MINUTE;
/// Blocks in a day (14,400).
pub const DAY: BlockNumber = 24 * HOUR;

/// Planck per byte of a transaction.
pub const FEE_PER_BYTE: Balance = 100_000;
/// Planck per byte of storage proof, which the relay chain must carry.
pub const FEE_PER_PROOF_BYTE: Balance = 100_000;

/// Fee for weight: one planck per picosecond of compute, or the price of the proof bytes if that is dearer.
/// A transfer comes to about 0.0012 TTC, nearly all of it for its 12 KB of proof; a day's faucet token pays for some 800.
pub struct DearerOfTimeAndProof;

impl WeightToFee for DearerOfTimeAndProof {
    type Balance = Balance;

    fn weight_to_fee(weight: &Weight) -> Balance {
        let time = Balance::from(weight.ref_time());
        let proof = Balance::from(weight.proof_size()).saturating_mul(FEE_PER_PROOF_BYTE);
        time.max(proof)
    }
}
