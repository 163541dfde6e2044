//! The parameters that root may change, with the defaults of a parachain and those of the embedded chain.
use crate::{Balance, Timing, GIB, MAX_DURATION, MAX_SAMPLES, MIN_DURATION, SEED_RING};
use codec::{Decode, DecodeWithMemTracking, Encode, MaxEncodedLen};
use scale_info::TypeInfo;
use serde::{Deserialize, Serialize};
use sp_arithmetic::Permill;

macro_rules! plain_data {
    ($(#[$note:meta])* pub struct $name:ident { $($body:tt)* }) => {
        $(#[$note])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, DecodeWithMemTracking, MaxEncodedLen, TypeInfo,
            Serialize, Deserialize,
        )]
        pub struct $name { $($body)* }
    };
}

plain_data! {
    /// A floating price stays inside these, both included.
    pub struct Bounds {
        /// Smallest value.
        pub min: Balance,
        /// Largest value.
        pub max: Balance,
    }
}

plain_data! {
    /// Where the storage part of a price goes; the three sum to 1. The treasury takes the first and the third.
    pub struct Shares {
        /// For validators of our own; a parachain has none.
        pub staking: Permill,
        /// For the miners of the order.
        pub storage: Permill,
        /// For the treasury.
        pub reserve: Permill,
    }
}

impl Shares {
    /// What does not go to the order's miners.
    pub fn treasury(&self) -> Permill {
        self.staking + self.reserve
    }
}

plain_data! {
    /// Where slashed collateral goes; the three sum to 1.
    pub struct SlashShares {
        /// To the account that reported the miss.
        pub reporter: Permill,
        /// To the miner that replaces the replica.
        pub bounty: Permill,
        /// To the treasury.
        pub treasury: Permill,
    }
}

plain_data! {
    /// What the chain's own work for an order costs at face value; the customer prepays it.
    pub struct Work {
        /// One acceptance; goes to each miner that confirms, whose call was not free.
        pub acceptance: Balance,
        /// The proofs of one replica in one day; goes to the treasury as they are given.
        pub replica_day: Balance,
    }
}

plain_data! {
    /// What is held from a miner for one replica: the largest of the three.
    pub struct Collateral {
        /// Days of the replica's pay.
        pub days: u32,
        /// Share of the replica's pay for the whole order.
        pub share: Permill,
        /// Whatever it is paid.
        pub floor: Balance,
    }
}

plain_data! {
    /// What is held from a miner for its registration.
    pub struct Bond {
        /// In any case.
        pub base: Balance,
        /// On top for each begun GiB that it declares.
        pub per_gib: Balance,
        /// Taken when it loses a replica, if there is so much left.
        pub loss: Balance,
    }
}

impl Bond {
    /// What must be held from a miner that declares `total` bytes.
    pub fn required(&self, total: u64) -> Balance {
        let gib = Balance::from(total.div_ceil(GIB));
        self.base.saturating_add(self.per_gib.saturating_mul(gib))
    }
}

plain_data! {
    /// Everything that sets the market's pace and stakes.
    pub struct Params {
        /// Epoch, period and window of proofs.
        pub timing: Timing,
        /// Leaves asked in each proof, 1 to 4.
        pub samples: u8,
        /// Blocks after which anybody may cancel an order that nobody accepted.
        pub pending_blocks: u32,
        /// Blocks over which the right to accept a new order spreads to all miners; 0 = all at once.
        pub lottery_blocks: u32,
        /// Held from a miner for each replica.
        pub collateral: Collateral,
        /// What customers prepay for the chain's work.
        pub work: Work,
        /// Misses in a row at which a replica is lost.
        pub max_misses: u8,
        /// Division of the storage price.
        pub shares: Shares,
        /// Division of a slash.
        pub slash: SlashShares,
        /// Held from the customer while an order's record exists.
        pub state_deposit: Balance,
        /// Held from a miner while it is registered.
        pub bond: Bond,
        /// Blocks that an ended order's record stays readable.
        pub retention_blocks: u32,
        /// Bounds of the price per MiB and day.
        pub mib_day_bounds: Bounds,
        /// Bounds of the file fee.
        pub file_fee_bounds: Bounds,
        /// Bounds of the base fee.
        pub base_fee_bounds: Bounds,
    }
}

/// Most misses in a row that a replica may be allowed.
pub const MAX_MISSES: u8 = 8;

const MILLI_TTC: Balance = 1_000_000_000;

/// Largest fee, collateral, bond or deposit: a billion TTC, so that no sum of them overflows.
const MAX_AMOUNT: Balance = 1_000_000_000_000 * MILLI_TTC;

impl Default for Params {
    /// The pace of a parachain: epochs of an hour, a proof a day, four hours to give it.
    fn default() -> Self {
        Params {
            timing: Timing {
                epoch_blocks: 600,
                period_epochs: 24,
                window_epochs: 4,
            },
            samples: 2,
            pending_blocks: 7_200,
            lottery_blocks: 20,
            collateral: Collateral {
                days: 7,
                share: Permill::from_percent(20),
                floor: 50 * MILLI_TTC,
            },
            work: Work {
                acceptance: 3 * MILLI_TTC,
                replica_day: 2 * MILLI_TTC,
            },
            max_misses: 2,
            shares: Shares {
                staking: Permill::zero(),
                storage: Permill::from_percent(90),
                reserve: Permill::from_percent(10),
            },
            slash: SlashShares {
                reporter: Permill::from_percent(10),
                bounty: Permill::from_percent(40),
                treasury: Permill::from_percent(50),
            },
            state_deposit: 10 * MILLI_TTC,
            bond: Bond {
                base: 1_000 * MILLI_TTC,
                per_gib: 5 * MILLI_TTC,
                loss: 100 * MILLI_TTC,
            },
            retention_blocks: 100_800,
            mib_day_bounds: Bounds {
                min: MILLI_TTC / 1_000,
                max: MILLI_TTC,
            },
            file_fee_bounds: Bounds {
                min: MILLI_TTC / 10,
                max: 100 * MILLI_TTC,
            },
            base_fee_bounds: Bounds {
                min: MILLI_TTC / 10,
                max: 100 * MILLI_TTC,
            },
        }
    }
}

/// Why a set of parameters is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamsFault {
    /// An epoch of no block or of more than the longest order, no window, a window longer than the period, or a period
    /// and window whose seeds would leave the ring before two windows have passed.
    Timing,
    /// No sample, or more than a proof can carry.
    Samples,
    /// A lottery so long that the seed of an order's epoch could be gone.
    Lottery,
    /// No miss, or more than 8, until a replica is lost.
    Misses,
    /// Shares that do not sum to 1.
    Shares,
    /// A lower bound of 0 or above the upper one.
    Bounds,
    /// A collateral or retention beyond the longest order, or no waiting time, or one longer than the shortest order.
    Waits,
    /// A fee, collateral, bond or deposit above a billion TTC.
    Amounts,
}

impl Params {
    /// The pace of the embedded chain: epochs of two minutes, so that a person sees a proof within minutes.
    pub fn embedded() -> Self {
        Params {
            timing: Timing {
                epoch_blocks: 20,
                period_epochs: 3,
                window_epochs: 2,
            },
            pending_blocks: 300,
            lottery_blocks: 0,
            retention_blocks: 600,
            ..Params::default()
        }
    }

    /// Whether the parameters hold together; the first fault found.
    pub fn check(&self) -> Result<(), ParamsFault> {
        let Timing {
            epoch_blocks,
            period_epochs,
            window_epochs,
        } = self.timing;
        let reach = u64::from(period_epochs) + u64::from(window_epochs) + 4;
        let is_timing_sound = (1..=MAX_DURATION).contains(&epoch_blocks)
            && (1..=period_epochs).contains(&window_epochs)
            && reach <= u64::from(SEED_RING);
        let is_lottery_sound = u64::from(self.lottery_blocks) <= 8 * u64::from(epoch_blocks);
        let bounds = [&self.mib_day_bounds, &self.file_fee_bounds, &self.base_fee_bounds];
        let are_bounds_sound = bounds.iter().all(|bound| bound.min > 0 && bound.min <= bound.max);
        let are_waits_sound = (1..=MIN_DURATION).contains(&self.pending_blocks)
            && self.retention_blocks <= MAX_DURATION
            && self.collateral.days <= 730;
        let amounts = [
            self.collateral.floor,
            self.work.acceptance,
            self.work.replica_day,
            self.bond.base,
            self.bond.per_gib,
            self.bond.loss,
            self.state_deposit,
        ];
        let are_amounts_sound = amounts.iter().all(|amount| *amount <= MAX_AMOUNT);
        let checks = [
            (is_timing_sound, ParamsFault::Timing),
            (
                (1..=MAX_SAMPLES).contains(&u32::from(self.samples)),
                ParamsFault::Samples,
            ),
            (is_lottery_sound, ParamsFault::Lottery),
            ((1..=MAX_MISSES).contains(&self.max_misses), ParamsFault::Misses),
            (
                sum_to_one([self.shares.staking, self.shares.storage, self.shares.reserve]),
                ParamsFault::Shares,
            ),
            (
                sum_to_one([self.slash.reporter, self.slash.bounty, self.slash.treasury]),
                ParamsFault::Shares,
            ),
            (are_bounds_sound, ParamsFault::Bounds),
            (are_waits_sound, ParamsFault::Waits),
            (are_amounts_sound, ParamsFault::Amounts),
        ];
        checks
            .into_iter()
            .find(|(is_sound, _)| !is_sound)
            .map_or(Ok(()), |(_, fault)| Err(fault))
    }
}

fn sum_to_one(parts: [Permill; 3]) -> bool {
    parts
        .iter()
        .map(|part| u64::from(part.deconstruct()))
        .sum::<u64>()
        == 1_000_000
}
