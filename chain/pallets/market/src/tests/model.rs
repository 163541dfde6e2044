//! A small reference that knows the market's rules in its own words: proven time is a sum of intervals, pay one product.
use crate::mock::AccountId;
use codec::Encode;
use std::collections::BTreeMap;
use storage_core::{
    challenge::due_offset,
    order::{Order, Status},
    Balance,
};

/// A replica in the reference: which blocks were proven, and when the next proof falls due.
#[derive(Clone, Debug)]
pub struct Copy {
    pub from: u32,
    pub intervals: Vec<(u32, u32)>,
    pub due: u32,
    pub misses: u8,
    pub is_confirmed: bool,
    pub is_leaving: bool,
}

#[derive(Clone, Debug)]
pub struct Deal {
    pub pool: Balance,
    pub wanted: u8,
    pub duration: u32,
    pub created: u32,
    pub started: Option<u32>,
    pub closing: Option<u32>,
    pub is_over: bool,
    pub copies: BTreeMap<AccountId, Copy>,
    /// Blocks proven by miners that are gone.
    pub gone: Vec<(AccountId, u32)>,
}

impl Deal {
    pub fn end(&self) -> u32 {
        let whole = self.started.unwrap_or(self.created) + self.duration;
        self.closing.map_or(whole, |closing| closing.min(whole))
    }

    pub fn pay(&self, blocks: u32) -> Balance {
        let blocks = blocks.min(self.duration);
        self.pool * Balance::from(blocks) / (Balance::from(self.wanted) * Balance::from(self.duration))
    }

    pub fn proven(copy: &Copy) -> u32 {
        copy.intervals.iter().map(|(from, to)| to - from).sum()
    }

    pub fn last_epoch(&self) -> u32 {
        self.end().div_ceil(600)
    }

    pub fn is_done(&self, copy: &Copy) -> bool {
        copy.from >= self.end()
    }

    /// Books every miss whose four epochs have passed; whether the copy is lost.
    pub fn misses_of(&mut self, miner: AccountId, epoch: u32) -> bool {
        let (end, last) = (self.end(), self.last_epoch());
        loop {
            let Some(copy) = self.copies.get(&miner).cloned() else {
                return false;
            };
            if self.is_done(&copy) || epoch < copy.due + 4 {
                return false;
            }
            let is_forgotten = epoch - copy.due >= 32;
            if is_forgotten || !copy.is_confirmed || copy.due * 600 >= end || copy.misses == 1 {
                self.gone.push((miner, Self::proven(&copy)));
                self.copies.remove(&miner);
                return true;
            }
            let next = Copy {
                from: copy.due * 600,
                due: (copy.due + 24).min(last.max(copy.due + 1)),
                misses: 1,
                ..copy
            };
            self.copies.insert(miner, next);
        }
    }

    /// Books a right proof given in `epoch`.
    pub fn prove(&mut self, id: u32, miner: AccountId, epoch: u32) -> bool {
        if self.is_over || self.misses_of(miner, epoch) {
            return false;
        }
        let is_done = self.copies.get(&miner).is_none_or(|copy| self.is_done(copy));
        let Some(copy) = self
            .copies
            .get_mut(&miner)
            .filter(|copy| !is_done && copy.due <= epoch)
        else {
            return false;
        };
        // The service began when the first to confirm joined; nobody is paid for time before it.
        copy.from = copy.from.max(*self.started.get_or_insert(copy.from));
        let next = match core::mem::replace(&mut copy.is_confirmed, true) {
            true => copy.due + 24,
            false => copy.due + 1 + due_offset(id, &miner.encode(), 24),
        };
        let joined = copy.from;
        let (end, last) = (self.end(), self.last_epoch());
        let copy = self.copies.get_mut(&miner).unwrap();
        let to = (copy.due * 600).min(end).max(joined);
        copy.intervals.push((copy.from, to));
        copy.from = to;
        copy.misses = 0;
        copy.due = next.min(last.max(copy.due + 1));
        if copy.is_leaving {
            let proven = Self::proven(copy);
            self.copies.remove(&miner);
            self.gone.push((miner, proven));
        }
        true
    }

    /// What each miner has earned from this deal so far.
    pub fn earned(&self) -> BTreeMap<AccountId, Balance> {
        let mut earned = BTreeMap::new();
        let here = self
            .copies
            .iter()
            .map(|(miner, copy)| (*miner, Self::proven(copy)));
        for (miner, blocks) in self.gone.iter().copied().chain(here) {
            *earned.entry(miner).or_default() += self.pay(blocks);
        }
        earned
    }

    /// The pallet's record against the reference's.
    pub fn compare(&self, id: u32, order: &Order<AccountId>) {
        let expected = match (self.started, self.is_over) {
            (None, false) => Status::Pending,
            (None, true) => Status::Canceled,
            (Some(_), false) => Status::Finished,
            (Some(_), true) => Status::Cleared,
        };
        assert_eq!(order.status, expected, "order {id}");
        assert_eq!(order.replicas.len(), self.copies.len(), "order {id}");
        let terms = order.terms();
        for replica in &order.replicas {
            let copy = &self.copies[&replica.miner];
            assert_eq!(replica.proven - replica.joined, Self::proven(copy), "order {id}");
            assert_eq!(replica.proven, copy.from, "order {id}");
            assert!(replica.is_final(&terms) || replica.due == copy.due, "order {id}");
        }
        let earned: Balance = self.earned().values().sum();
        let unsettled: Balance = order
            .replicas
            .iter()
            .map(|replica| replica.unsettled(&terms))
            .sum();
        assert_eq!(order.paid + unsettled, earned, "order {id}");
        assert!(earned <= self.pool);
    }
}

/// The epoch for which an honest miner would answer now: the due one, or what follows after the misses not yet booked.
pub fn honest_epoch(deal: &Deal, miner: AccountId, epoch: u32) -> u32 {
    let mut copy = deal.clone();
    copy.misses_of(miner, epoch);
    copy.copies.get(&miner).map_or(0, |copy| copy.due)
}
