//! One miner's copy of an order: proven time, misses, and what it has earned.
use crate::{Balance, Clock, Terms};
use codec::{Decode, DecodeWithMemTracking, Encode, MaxEncodedLen};
use scale_info::TypeInfo;

/// A replica of an order on one miner.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, DecodeWithMemTracking, MaxEncodedLen, TypeInfo,
)]
pub struct Replica<AccountId> {
    /// Who keeps it.
    pub miner: AccountId,
    /// Block of joining, moved on by every block that is not paid; `proven - joined` is paid time.
    pub joined: u32,
    /// Up to this block keeping is proven.
    pub proven: u32,
    /// The epoch whose seed chooses the next leaves.
    pub due: u32,
    /// Misses in a row.
    pub misses: u8,
    /// It has answered a seed that was unknown when it joined; before that it keeps a place, and nobody counts on it.
    pub confirmed: bool,
    /// The miner has asked to leave and may after its next proof.
    pub leaving: bool,
    /// It replaces a lost replica and takes the bounty at the first proof after the one that confirms it.
    pub fresh: bool,
    /// Settled into the miner's income so far.
    pub paid: Balance,
    /// Held from the miner for this replica.
    pub collateral: Balance,
}

/// What an accepted proof led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proven {
    /// Served on; the next due epoch is set.
    Continues,
    /// It had asked to leave and may go with its whole collateral.
    Leaves,
    /// Time is proven up to the deadline; nothing more is due.
    Final,
}

/// What an accepted proof changes besides the replica itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofOutcome {
    /// How it goes on.
    pub end: Proven,
    /// Whether the order's bounty is now this miner's.
    pub takes_bounty: bool,
}

/// What a miss costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Miss {
    /// Taken out of the collateral.
    pub slash: Balance,
    /// The replica is gone and its slot is free.
    pub is_lost: bool,
}

/// The stakes of a miss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stakes {
    /// Misses in a row at which a replica is lost.
    pub max_misses: u8,
    /// Blocks of one period: their pay is the slash of a single miss.
    pub period_blocks: u32,
}

impl<AccountId: Encode> Replica<AccountId> {
    /// A replica that `miner` has just taken on at block `now`.
    pub fn join(
        miner: AccountId,
        now: u32,
        collateral: Balance,
        is_replacement: bool,
        clock: &Clock,
    ) -> Self {
        Replica {
            miner,
            joined: now,
            proven: now,
            due: clock.confirming_epoch(),
            misses: 0,
            confirmed: false,
            leaving: false,
            fresh: is_replacement,
            paid: 0,
            collateral,
        }
    }

    /// Books a valid proof for the due epoch, which began at block `start`.
    pub fn accept_proof(&mut self, id: u32, start: u32, clock: &Clock, terms: &Terms) -> ProofOutcome {
        self.proven = start.min(terms.deadline).max(self.proven);
        self.misses = 0;
        let confirms = !core::mem::replace(&mut self.confirmed, true);
        let takes_bounty = !confirms && core::mem::take(&mut self.fresh);
        let end = if self.leaving {
            Proven::Leaves
        } else if self.is_final(terms) {
            Proven::Final
        } else {
            self.due = if confirms {
                self.miner
                    .using_encoded(|bytes| clock.spread_due(terms.deadline, self.due, id, bytes))
            } else {
                clock.next_due(terms.deadline, self.due)
            };
            Proven::Continues
        };
        ProofOutcome { end, takes_bounty }
    }
}

impl<AccountId> Replica<AccountId> {
    /// Whether all time up to the deadline is proven, so that nothing is due any more.
    pub fn is_final(&self, terms: &Terms) -> bool {
        self.proven >= terms.deadline
    }

    /// Earned by proven time, settled or not.
    pub fn earned(&self, terms: &Terms) -> Balance {
        terms.pay(self.proven.saturating_sub(self.joined))
    }

    /// What it will have earned if every coming proof is given.
    pub fn estimated(&self, terms: &Terms) -> Balance {
        terms.pay(terms.deadline.saturating_sub(self.joined))
    }

    /// Earned and not yet settled.
    pub fn unsettled(&self, terms: &Terms) -> Balance {
        self.earned(terms).saturating_sub(self.paid)
    }

    /// Settles what is earned; the amount goes to the miner's income.
    pub fn settle(&mut self, terms: &Terms) -> Balance {
        let amount = self.unsettled(terms);
        self.paid += amount;
        amount
    }

    /// Whether the window of its due epoch has passed without a proof.
    pub fn is_overdue(&self, clock: &Clock, terms: &Terms) -> bool {
        !self.is_final(terms) && clock.is_window_over(self.due)
    }

    /// Books the miss of the due epoch. `start` is the block at which it began, `None` when its seed has left the ring:
    /// then two windows have passed and the replica is lost. Otherwise the time up to `start` is never paid, one period's
    /// pay is slashed, and at the last tolerated miss or the last due epoch the replica is lost with all its collateral.
    /// A replica that never confirmed is lost at once.
    pub fn miss(&mut self, start: Option<u32>, clock: &Clock, terms: &Terms, stakes: &Stakes) -> Miss {
        self.misses = self.misses.saturating_add(1);
        let is_lost = match start {
            None => true,
            Some(_) if !self.confirmed => true,
            Some(start) => start >= terms.deadline || self.misses >= stakes.max_misses,
        };
        if is_lost {
            return Miss {
                slash: core::mem::take(&mut self.collateral),
                is_lost,
            };
        }
        let skipped = start.unwrap_or(self.proven).saturating_sub(self.proven);
        self.proven += skipped;
        self.joined += skipped;
        self.due = clock.next_due(terms.deadline, self.due);
        let slash = terms
            .rate(stakes.period_blocks)
            .unwrap_or(self.collateral)
            .min(self.collateral);
        self.collateral -= slash;
        Miss { slash, is_lost }
    }
}
