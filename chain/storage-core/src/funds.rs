//! The money of an order in its parts: what each is for, and when it goes where.
use crate::{params::Collateral, Balance, Order, DAY};
use sp_arithmetic::{helpers_128bit::multiply_by_rational_with_rounding, Rounding};

/// What more time of service costs, in its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extension {
    /// Blocks of it.
    pub blocks: u32,
    /// What miners can earn of it.
    pub pool: Balance,
    /// The treasury's share.
    pub reserve: Balance,
    /// For the chain's work on the proofs.
    pub proving: Balance,
    /// All together.
    pub total: Balance,
}

impl<AccountId> Order<AccountId> {
    /// What goes to the treasury with proven time, all in all.
    pub fn levy(&self) -> Balance {
        self.file_fee + self.reserve + self.proving
    }

    /// The whole price.
    pub fn total(&self) -> Balance {
        self.base_fee + self.levy() + self.joining + self.pool
    }

    /// What is held from a miner for a replica of this order; `None` when it does not fit.
    pub fn collateral(&self, rules: &Collateral) -> Option<Balance> {
        let terms = self.terms();
        let by_days = terms.rate(rules.days.saturating_mul(DAY))?;
        let by_share = rules.share.mul_floor(terms.rate(self.duration)?);
        Some(by_days.max(by_share).max(rules.floor))
    }

    /// Books what the treasury has now earned: of the levy the part that miners have been paid of the pool.
    pub fn release_levy(&mut self) -> Balance {
        let earned = match self.pool {
            0 => 0,
            pool => {
                multiply_by_rational_with_rounding(self.levy(), self.paid, pool, Rounding::Down).unwrap_or(0)
            }
        };
        let amount = earned.saturating_sub(self.levied);
        self.levied += amount;
        amount
    }

    /// Books one miner's share of what was prepaid for acceptances, while there is some.
    pub fn pay_joining(&mut self) -> Balance {
        let share = self.joining / Balance::from(self.wanted.max(1));
        let amount = share.min(self.joining.saturating_sub(self.joined));
        self.joined += amount;
        amount
    }

    /// What `blocks` more of service on the same terms add to the price; `None` when it does not fit.
    pub fn extension(&self, blocks: u32) -> Option<Extension> {
        let duration = self.duration.checked_add(blocks)?;
        let grown = |part: Balance| {
            let (more, now) = (u128::from(duration), u128::from(self.duration));
            multiply_by_rational_with_rounding(part, more, now, Rounding::Up)?.checked_sub(part)
        };
        let (pool, reserve, proving) = (grown(self.pool)?, grown(self.reserve)?, grown(self.proving)?);
        let total = pool.checked_add(reserve)?.checked_add(proving)?;
        Some(Extension {
            blocks,
            pool,
            reserve,
            proving,
            total,
        })
    }

    /// Serves so much longer. Rounded up, so that no replica's pay for the time it has proven falls.
    pub fn extend(&mut self, extension: &Extension) {
        self.duration = self.duration.saturating_add(extension.blocks);
        self.pool = self.pool.saturating_add(extension.pool);
        self.reserve = self.reserve.saturating_add(extension.reserve);
        self.proving = self.proving.saturating_add(extension.proving);
    }
}
