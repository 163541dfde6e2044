//! When proofs fall due. Epochs count blocks, so a chain that stands still punishes nobody.
use crate::challenge::due_offset;
use codec::{Decode, DecodeWithMemTracking, Encode, MaxEncodedLen};
use scale_info::TypeInfo;
use serde::{Deserialize, Serialize};

/// An epoch and the block at which it began.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode, DecodeWithMemTracking, MaxEncodedLen, TypeInfo,
)]
pub struct Epoch {
    /// Number of the epoch, counted from 0.
    pub index: u32,
    /// Its first block.
    pub start: u32,
}

/// Lengths of the proof schedule.
#[derive(
    Clone,
    Copy,
    Debug,
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
pub struct Timing {
    /// Blocks of an epoch.
    pub epoch_blocks: u32,
    /// Epochs from one due epoch of a replica to the next.
    pub period_epochs: u32,
    /// Epochs a proof may take, the due one included.
    pub window_epochs: u32,
}

impl Timing {
    /// Blocks of one period.
    pub fn period_blocks(&self) -> u32 {
        self.epoch_blocks.saturating_mul(self.period_epochs)
    }
}

/// The present epoch with the schedule in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The epoch now.
    pub epoch: Epoch,
    /// The schedule now.
    pub timing: Timing,
}

impl Clock {
    /// The first epoch that begins at or after `deadline`, if epochs had always the present length.
    /// An estimate: a replica proven for less than its deadline simply comes due again.
    pub fn final_epoch(&self, deadline: u32) -> u32 {
        let length = self.timing.epoch_blocks.max(1);
        match deadline.checked_sub(self.epoch.start) {
            Some(ahead) => self.epoch.index.saturating_add(ahead.div_ceil(length)),
            None => self
                .epoch
                .index
                .saturating_sub((self.epoch.start - deadline) / length),
        }
    }

    /// The due epoch of a replica that joins now: the next one, whose seed nobody knows yet. Its proof confirms the replica.
    pub fn confirming_epoch(&self) -> u32 {
        self.epoch.index.saturating_add(1)
    }

    /// Whether a replica that joins now has a due epoch before the deadline.
    pub fn has_time_before(&self, deadline: u32) -> bool {
        self.start_of(self.confirming_epoch()) < deadline
    }

    /// The due epoch that follows a replica's first, `due`: the epoch after it plus a hashed offset, so that the proofs of
    /// all replicas spread over the period, sooner if the order ends sooner.
    pub fn spread_due(&self, deadline: u32, due: u32, id: u32, miner: &[u8]) -> u32 {
        let next = due.saturating_add(1);
        let spread = next.saturating_add(due_offset(id, miner, self.timing.period_epochs));
        spread.min(self.final_epoch(deadline).max(next))
    }

    /// The due epoch that follows `due`: one period later, sooner if the order ends sooner.
    pub fn next_due(&self, deadline: u32, due: u32) -> u32 {
        let regular = due.saturating_add(self.timing.period_epochs.max(1));
        regular.min(self.final_epoch(deadline).max(due.saturating_add(1)))
    }

    /// Whether the window of the due epoch has passed.
    pub fn is_window_over(&self, due: u32) -> bool {
        self.epoch.index >= due.saturating_add(self.timing.window_epochs)
    }

    /// Estimated first block of an epoch, past or coming, at the present length.
    pub fn start_of(&self, epoch: u32) -> u32 {
        let length = self.timing.epoch_blocks;
        match epoch.checked_sub(self.epoch.index) {
            Some(ahead) => self.epoch.start.saturating_add(ahead.saturating_mul(length)),
            None => self
                .epoch
                .start
                .saturating_sub((self.epoch.index - epoch).saturating_mul(length)),
        }
    }

    /// Estimated last block in which a proof for `due` is taken.
    pub fn last_block(&self, due: u32) -> u32 {
        self.start_of(due.saturating_add(self.timing.window_epochs))
            .saturating_sub(1)
    }
}
