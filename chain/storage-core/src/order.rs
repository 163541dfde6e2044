//! An order and its life: Pending, Finished (served), Canceled or Cleared, gone.
use crate::{
    Balance, Clock, Quote, Replica, Terms, MAX_CID, MAX_DURATION, MAX_REPLICAS, MAX_SIZE, MIN_DURATION,
};
use codec::{Decode, DecodeWithMemTracking, Encode, MaxEncodedLen};
use scale_info::TypeInfo;
use sp_core::{bounded::BoundedVec, ConstU32};

/// A content identifier in its text form.
pub type Cid = BoundedVec<u8, ConstU32<MAX_CID>>;

/// Replicas of one order.
pub type Replicas<AccountId> = BoundedVec<Replica<AccountId>, ConstU32<MAX_REPLICAS>>;

/// Stored state of an order.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, DecodeWithMemTracking, MaxEncodedLen, TypeInfo,
)]
pub enum Status {
    /// Placed; nobody has confirmed yet that it keeps it.
    Pending,
    /// At least one miner confirmed it; served until the deadline, cleared after it.
    Finished,
    /// Nobody took it; the price went back.
    Canceled,
    /// Ended and paid out.
    Cleared,
}

/// What the customer is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
pub enum ConsumerStatus {
    /// Waiting for a miner.
    Pending,
    /// Kept.
    Serving,
    /// Past its deadline.
    Finished,
    /// Nobody took it.
    Canceled,
}

/// What a miner of the order is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
pub enum ProviderStatus {
    /// Kept.
    Serving,
    /// Past its deadline, not yet cleared.
    Uncleared,
    /// Paid out.
    Cleared,
}

/// A customer's order for the keeping of one file.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, MaxEncodedLen, TypeInfo)]
pub struct Order<AccountId> {
    /// Who pays.
    pub owner: AccountId,
    /// Content identifier of the ciphertext.
    pub cid: Cid,
    /// Root of the tree over the ciphertext's leaves.
    pub root: [u8; 32],
    /// Bytes of ciphertext.
    pub size: u64,
    /// Replicas asked for.
    pub wanted: u8,
    /// Block of placing.
    pub created: u32,
    /// Blocks of service from the acceptance on that was confirmed first.
    pub duration: u32,
    /// Block of the acceptance that was confirmed first.
    pub started: Option<u32>,
    /// Last block of service if the owner has closed the order before its time.
    pub closing: Option<u32>,
    /// Block since which it looks for miners: that of placing, later that of the last slot that became free.
    pub opened: u32,
    /// Stored state.
    pub status: Status,
    /// Block of cancelling or clearing.
    pub ended: Option<u32>,
    /// Part of the price, to the treasury when the service begins.
    pub base_fee: Balance,
    /// Part of the price, to the treasury with proven time.
    pub file_fee: Balance,
    /// What miners can earn.
    pub pool: Balance,
    /// Part of the price, to the treasury with proven time.
    pub reserve: Balance,
    /// Part of the price, to the treasury with proven time: for the chain's work on the proofs.
    pub proving: Balance,
    /// Of file fee, reserve and proving, what the treasury has.
    pub levied: Balance,
    /// Part of the price, in equal shares to the miners that confirm first, for their acceptances.
    pub joining: Balance,
    /// Of `joining`, what miners have.
    pub joined: Balance,
    /// Part of the pool given on top by the customer.
    pub tips: Balance,
    /// Settled to miners, past and present, out of the pool.
    pub paid: Balance,
    /// Slashed collateral waiting for the miner that replaces a loss.
    pub bounty: Balance,
    /// Held from the owner while this record exists.
    pub deposit: Balance,
    /// Who keeps it.
    pub replicas: Replicas<AccountId>,
}

/// What a customer asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish<AccountId> {
    /// Who pays.
    pub owner: AccountId,
    /// Content identifier of the ciphertext.
    pub cid: Cid,
    /// Root of the tree over the ciphertext's leaves.
    pub root: [u8; 32],
    /// Bytes of ciphertext.
    pub size: u64,
    /// Blocks of service.
    pub duration: u32,
    /// Replicas asked for.
    pub wanted: u8,
}

/// What is wrong with a wish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WishFault {
    /// Empty, or not letters and digits.
    Cid,
    /// No byte, or more than 32 GiB.
    Size,
    /// Less than a day or more than 730.
    Duration,
    /// No replica, or more than 8.
    Replicas,
}

impl<AccountId> Wish<AccountId> {
    /// Whether the bounds hold; the first fault found.
    pub fn check(&self) -> Result<(), WishFault> {
        // Multibase text (base58 or base32) is letters and digits; anything else would reach other people's screens.
        if self.cid.is_empty() || !self.cid.iter().all(u8::is_ascii_alphanumeric) {
            return Err(WishFault::Cid);
        }
        if !(1..=MAX_SIZE).contains(&self.size) {
            return Err(WishFault::Size);
        }
        if !(MIN_DURATION..=MAX_DURATION).contains(&self.duration) {
            return Err(WishFault::Duration);
        }
        if !(1..=MAX_REPLICAS).contains(&u32::from(self.wanted)) {
            return Err(WishFault::Replicas);
        }
        Ok(())
    }
}

impl<AccountId> Order<AccountId> {
    /// The order that a checked wish becomes at block `now` for the price quoted.
    pub fn place(wish: Wish<AccountId>, quote: &Quote, deposit: Balance, now: u32) -> Self {
        Order {
            owner: wish.owner,
            cid: wish.cid,
            root: wish.root,
            size: wish.size,
            wanted: wish.wanted,
            created: now,
            duration: wish.duration,
            started: None,
            closing: None,
            opened: now,
            status: Status::Pending,
            ended: None,
            base_fee: quote.base_fee,
            file_fee: quote.file_fee,
            pool: quote.pool,
            reserve: quote.reserve,
            proving: quote.proving,
            levied: 0,
            joining: quote.joining,
            joined: 0,
            tips: quote.tips,
            paid: 0,
            bounty: 0,
            deposit,
            replicas: BoundedVec::new(),
        }
    }

    /// Last block of service; while nobody has confirmed, the block it would be if somebody had at once.
    pub fn deadline(&self) -> u32 {
        let whole = self.started.unwrap_or(self.created).saturating_add(self.duration);
        self.closing.map_or(whole, |closing| closing.min(whole))
    }

    /// What a replica is promised.
    pub fn terms(&self) -> Terms {
        Terms {
            pool: self.pool,
            wanted: self.wanted,
            duration: self.duration,
            deadline: self.deadline(),
        }
    }

    /// What the pot holds for this order, income of miners not included.
    pub fn escrow(&self) -> Balance {
        match self.status {
            Status::Pending => self
                .total()
                .saturating_sub(self.joined)
                .saturating_add(self.bounty),
            Status::Finished => [
                self.pool.saturating_sub(self.paid),
                self.levy().saturating_sub(self.levied),
                self.joining.saturating_sub(self.joined),
                self.bounty,
            ]
            .into_iter()
            .fold(0, Balance::saturating_add),
            Status::Canceled | Status::Cleared => 0,
        }
    }

    /// Whether the order looks for miners: the index of open orders holds exactly these.
    pub fn is_open(&self) -> bool {
        match self.status {
            Status::Pending | Status::Finished => {
                self.closing.is_none() && self.replicas.len() < usize::from(self.wanted)
            }
            Status::Canceled | Status::Cleared => false,
        }
    }

    /// Whether a miner that joins now has a due epoch before the deadline. Before the service begins it always has: the
    /// deadline counts from the acceptance that is confirmed first.
    pub fn has_time_left(&self, clock: &Clock) -> bool {
        self.started.is_none() || clock.has_time_before(self.deadline())
    }

    /// Whether a miner that joins at `now` earns the bounty: only with a whole period of service before it, so that nobody
    /// joins for the bounty alone.
    pub fn has_bounty(&self, now: u32, period_blocks: u32) -> bool {
        self.bounty > 0 && now.saturating_add(period_blocks) <= self.deadline()
    }

    /// How many miners have confirmed that they keep it.
    pub fn confirmed(&self) -> usize {
        self.replicas.iter().filter(|replica| replica.confirmed).count()
    }

    /// Whether it has waited for so long that miners come too late, and anybody may cancel it once none is on the way.
    pub fn is_timed_out(&self, now: u32, pending_blocks: u32) -> bool {
        self.status == Status::Pending && now >= self.created.saturating_add(pending_blocks)
    }

    /// Ends a pending order; the amount goes back to the owner.
    pub fn cancel(&mut self, now: u32) -> Balance {
        let refund = self.escrow();
        self.status = Status::Canceled;
        self.ended = Some(now);
        refund
    }

    /// The first confirmation, of an acceptance in block `joined`: service begins; the amount goes to the treasury.
    pub fn start(&mut self, joined: u32) -> Balance {
        self.status = Status::Finished;
        self.started = Some(joined);
        self.base_fee
    }

    /// Whether the deadline has passed and no replica has anything left to prove.
    pub fn is_clearable(&self, now: u32) -> bool {
        let terms = self.terms();
        self.status == Status::Finished
            && now > terms.deadline
            && self.replicas.iter().all(|replica| replica.is_final(&terms))
    }

    /// Estimated block from which the order can be cleared, proofs or not. `None` unless it is being served.
    pub fn clearable_at(&self, clock: &Clock) -> Option<u32> {
        let terms = self.terms();
        let after = terms.deadline.saturating_add(1);
        let is_all_final = self.replicas.iter().all(|replica| replica.is_final(&terms));
        let last_window = clock
            .last_block(clock.final_epoch(terms.deadline))
            .saturating_add(1);
        let at = if is_all_final {
            after
        } else {
            after.max(last_window)
        };
        (self.status == Status::Finished).then_some(at)
    }

    /// Ends a served order whose replicas are all settled; the amount goes back to the owner.
    pub fn clear(&mut self, now: u32) -> Balance {
        let refund = self.escrow();
        self.status = Status::Cleared;
        self.ended = Some(now);
        refund
    }

    /// What the customer is shown at block `now`.
    pub fn consumer_status(&self, now: u32) -> ConsumerStatus {
        match self.status {
            Status::Pending => ConsumerStatus::Pending,
            Status::Finished if now <= self.deadline() => ConsumerStatus::Serving,
            Status::Finished | Status::Cleared => ConsumerStatus::Finished,
            Status::Canceled => ConsumerStatus::Canceled,
        }
    }

    /// What its miners are shown at block `now`; `None` while nobody has it.
    pub fn provider_status(&self, now: u32) -> Option<ProviderStatus> {
        match self.status {
            Status::Pending | Status::Canceled => None,
            Status::Finished if now <= self.deadline() => Some(ProviderStatus::Serving),
            Status::Finished => Some(ProviderStatus::Uncleared),
            Status::Cleared => Some(ProviderStatus::Cleared),
        }
    }

    /// Whether the record of an ended order may go.
    pub fn is_purgeable(&self, now: u32, retention_blocks: u32) -> bool {
        self.ended
            .is_some_and(|ended| now > ended.saturating_add(retention_blocks))
    }
}
