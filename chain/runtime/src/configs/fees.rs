//! Fees follow how full blocks are, whoever fills them.

use super::system::RuntimeBlockWeights;
use crate::System;
use frame_support::{dispatch::DispatchClass, parameter_types};
use pallet_transaction_payment::{Multiplier, MultiplierUpdate};
use sp_runtime::{
    traits::{Convert, Saturating},
    FixedPointNumber, Perquintill,
};

parameter_types! {
    /// Fullness of blocks at which fees stay as they are.
    pub const TargetBlockFullness: Perquintill = Perquintill::from_percent(25);
    /// How fast fees follow fullness.
    pub AdjustmentVariable: Multiplier = Multiplier::saturating_from_rational(75, 1_000_000);
    /// Fees never fall below their face value, also on an empty chain.
    pub MinimumMultiplier: Multiplier = Multiplier::saturating_from_integer(1);
    /// And never rise above a thousand times that.
    pub MaximumMultiplier: Multiplier = Multiplier::saturating_from_integer(1_000);
}

/// The SDK's own adjustment counts ordinary transactions only, so a chain full of proofs would stay as cheap as an empty one.
/// This one counts proofs as well, by the same rule and against the same measure: what ordinary transactions may fill.
pub struct FeesByFullness;

impl FeesByFullness {
    /// How full the block is, by whichever is the fuller: compute or storage proof.
    fn fullness() -> Perquintill {
        let weights = RuntimeBlockWeights::get();
        let most = weights
            .get(DispatchClass::Normal)
            .max_total
            .unwrap_or(weights.max_block);
        let used = System::block_weight();
        let used = used
            .get(DispatchClass::Normal)
            .saturating_add(*used.get(DispatchClass::Operational));
        let time = Perquintill::from_rational(used.ref_time(), most.ref_time().max(1));
        time.max(Perquintill::from_rational(
            used.proof_size(),
            most.proof_size().max(1),
        ))
    }
}

impl Convert<Multiplier, Multiplier> for FeesByFullness {
    fn convert(previous: Multiplier) -> Multiplier {
        let (least, most) = (Self::min(), Self::max());
        let previous = previous.max(least);
        let (fullness, target) = (
            Multiplier::from(Self::fullness()),
            Multiplier::from(Self::target()),
        );
        let distance = fullness.max(target).saturating_sub(fullness.min(target));
        let first = Self::variability().saturating_mul(distance);
        let second = first
            .saturating_mul(first)
            .saturating_mul(Multiplier::saturating_from_rational(1, 2));
        let next = if fullness >= target {
            previous.saturating_add(previous.saturating_mul(first.saturating_add(second)))
        } else {
            previous.saturating_sub(previous.saturating_mul(first.saturating_sub(second)))
        };
        next.clamp(least, most)
    }
}

impl MultiplierUpdate for FeesByFullness {
    fn min() -> Multiplier {
        MinimumMultiplier::get()
    }

    fn max() -> Multiplier {
        MaximumMultiplier::get()
    }

    fn target() -> Perquintill {
        TargetBlockFullness::get()
    }

    fn variability() -> Multiplier {
        AdjustmentVariable::get()
    }
}
