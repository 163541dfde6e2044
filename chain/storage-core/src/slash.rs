//! How slashed collateral is divided.
use crate::{params::SlashShares, Balance};

/// Parts of a slash; they sum to it exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlashParts {
    /// To whoever reported; 0 when nobody did.
    pub reporter: Balance,
    /// Kept in the order for the miner that replaces the loss.
    pub bounty: Balance,
    /// The rest.
    pub treasury: Balance,
}

/// Divides `amount`; each share is rounded down and the treasury takes the rest, and the reporter's part if there is none.
pub fn split(amount: Balance, shares: &SlashShares, has_reporter: bool) -> SlashParts {
    let reporter = if has_reporter {
        shares.reporter.mul_floor(amount)
    } else {
        0
    };
    let bounty = shares.bounty.mul_floor(amount).min(amount - reporter);
    SlashParts {
        reporter,
        bounty,
        treasury: amount - reporter - bounty,
    }
}
