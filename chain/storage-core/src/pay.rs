//! Pay of a replica: linear in proven blocks, rounded down once on the cumulated sum, so rounding never drifts.
use crate::Balance;
use sp_arithmetic::{helpers_128bit::multiply_by_rational_with_rounding, Rounding};

/// What an order promises each of its replicas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// All that miners of this order can earn together.
    pub pool: Balance,
    /// Replicas that share it.
    pub wanted: u8,
    /// Blocks of service.
    pub duration: u32,
    /// Block after which nothing is paid.
    pub deadline: u32,
}

impl Terms {
    /// `floor(pool * blocks / (wanted * duration))`, not capped at the duration; `None` when it does not fit, or for an
    /// order of no replicas or no time.
    pub fn rate(&self, blocks: u32) -> Option<Balance> {
        let shares = u128::from(self.wanted) * u128::from(self.duration);
        if shares == 0 {
            return None;
        }
        multiply_by_rational_with_rounding(self.pool, u128::from(blocks), shares, Rounding::Down)
    }

    /// Pay for `blocks` of service, at most the whole duration: never more than `pool / wanted`.
    pub fn pay(&self, blocks: u32) -> Balance {
        self.rate(blocks.min(self.duration)).unwrap_or(0)
    }
}
