//! Random sequences of calls and time jumps against the reference of `model.rs`. After every step the pallet's own invariants
//! hold, its records agree with the reference, and no token was made or lost; at the end everything drains to the last planck.
use super::{
    model::{honest_epoch, Copy, Deal},
    steps::{step, Step},
};
use crate::{mock::*, HoldReason, Income, Ledger, MarketParams, Miners, Orders, Sweep};
use frame_support::dispatch::Pays;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use storage_core::{order::Status, Balance, DAY};

const MINERS: [AccountId; 5] = [11, 12, 13, 14, 15];
const SIZE: u64 = 3_000;

#[derive(Default)]
struct Reference {
    deals: BTreeMap<u32, Deal>,
}

fn epoch() -> u32 {
    System::block_number() / 600
}

fn pick_order(order: u8) -> u32 {
    // Mostly one of the last four, so that orders live and do not only begin.
    let count = crate::NextOrderId::<Test>::get().max(1);
    let reach = if order < 220 { count.min(4) } else { count };
    count - 1 - u32::from(order) % reach
}

fn pick_miner(miner: u8) -> AccountId {
    MINERS[usize::from(miner) % MINERS.len()]
}

fn submit(miner: AccountId, id: u32, tag: u8, due: u32) -> bool {
    let proofs = vec![(id, periodic_proof(miner, id, tag, due))]
        .try_into()
        .unwrap();
    Market::submit_proofs(RuntimeOrigin::signed(miner), proofs)
        .unwrap()
        .pays_fee
        == Pays::No
}

impl Reference {
    fn prove(&mut self, miner: AccountId, id: u32) {
        let Some(deal) = self.deals.get_mut(&id) else {
            assert!(!submit(miner, id, 0, 0));
            return;
        };
        let due = honest_epoch(deal, miner, epoch());
        let due = if due > epoch() { 0 } else { due };
        assert_eq!(
            submit(miner, id, id as u8, due),
            deal.prove(id, miner, epoch()),
            "{miner} proves {id}"
        );
    }

    fn accept(&mut self, miner: AccountId, id: u32) {
        let now = System::block_number();
        // What losses took of the bond is made good first.
        Market::update_miner(RuntimeOrigin::signed(miner), 1 << 30, peer()).unwrap();
        let may = self.deals.get(&id).is_some_and(|deal| {
            !deal.is_over
                && deal.copies.len() < usize::from(deal.wanted)
                && !deal.copies.contains_key(&miner)
                && deal.closing.is_none()
                && match deal.started {
                    None => now < deal.created + 7_200,
                    Some(_) => (epoch() + 1) * 600 < deal.end(),
                }
        });
        let done = Market::accept(RuntimeOrigin::signed(miner), id, join_proof(miner, id, id as u8));
        assert_eq!(done.is_ok(), may, "{miner} accepts {id}: {done:?}");
        if let (true, Some(deal)) = (may, self.deals.get_mut(&id)) {
            let copy = Copy {
                from: now,
                intervals: vec![],
                due: epoch() + 1,
                misses: 0,
                is_confirmed: false,
                is_leaving: false,
            };
            deal.copies.insert(miner, copy);
        }
    }

    /// Everything overdue of one deal is booked; then it ends if its time is over and nothing is left to prove.
    fn tend(&mut self, id: u32) {
        let now = System::block_number();
        if let Some(deal) = self.deals.get_mut(&id).filter(|deal| !deal.is_over) {
            for miner in MINERS {
                deal.misses_of(miner, epoch());
            }
            let all_done = deal.copies.values().all(|copy| deal.is_done(copy));
            deal.is_over = deal.started.is_some() && now > deal.end() && all_done;
        }
    }

    fn take(&mut self, step: Step) {
        let signed = RuntimeOrigin::signed;
        match step {
            Step::Create {
                owner,
                days,
                wanted,
                tips,
            } => {
                let id = crate::NextOrderId::<Test>::get();
                place(owner, id as u8, SIZE, days, wanted, Balance::from(tips));
                let order = Orders::<Test>::get(id).unwrap();
                let deal = Deal {
                    pool: order.pool,
                    wanted,
                    duration: days * DAY,
                    created: order.created,
                    started: None,
                    closing: None,
                    is_over: false,
                    copies: BTreeMap::new(),
                    gone: vec![],
                };
                self.deals.insert(id, deal);
            }
            Step::Cancel { who, order } => {
                let id = pick_order(order);
                if Market::cancel_order(signed(who), id).is_ok() {
                    let deal = self.deals.get_mut(&id).unwrap();
                    assert!(deal.started.is_none() && !deal.is_over);
                    deal.is_over = true;
                    deal.copies.clear();
                }
            }
            Step::Accept { miner, order } => self.accept(pick_miner(miner), pick_order(order)),
            Step::Prove { miner, order } => self.prove(pick_miner(miner), pick_order(order)),
            Step::ProveAll => {
                let pairs: Vec<(AccountId, u32)> = self
                    .deals
                    .iter()
                    .flat_map(|(id, deal)| deal.copies.keys().map(|miner| (*miner, *id)))
                    .collect();
                pairs.into_iter().for_each(|(miner, id)| self.prove(miner, id));
            }
            Step::Lie { miner, order } => {
                let (miner, id) = (pick_miner(miner), pick_order(order));
                assert!(
                    !submit(miner, id, id as u8 + 1, epoch()),
                    "a wrong file was believed"
                );
                if let Some(deal) = self.deals.get_mut(&id).filter(|deal| !deal.is_over) {
                    deal.misses_of(miner, epoch());
                }
            }
            Step::Leave { miner, order } => {
                let (miner, id) = (pick_miner(miner), pick_order(order));
                if Market::leave(signed(miner), id).is_ok() {
                    self.deals
                        .get_mut(&id)
                        .unwrap()
                        .copies
                        .get_mut(&miner)
                        .unwrap()
                        .is_leaving = true;
                }
            }
            Step::Report { miner, order } => {
                let (miner, id) = (pick_miner(miner), pick_order(order));
                let before = self.deals.get(&id).map(|deal| format!("{deal:?}"));
                if let Some(deal) = self.deals.get_mut(&id).filter(|deal| !deal.is_over) {
                    deal.misses_of(miner, epoch());
                }
                let is_missed = before != self.deals.get(&id).map(|deal| format!("{deal:?}"));
                assert_eq!(Market::report_missed(signed(5), id, miner).is_ok(), is_missed);
            }
            Step::Settle { order } => {
                let id = pick_order(order);
                if Market::calculate_reward(signed(5), id).is_ok() {
                    self.tend(id);
                }
            }
            Step::Close { who, order } => {
                let id = pick_order(order);
                if Market::close_order(signed(who), id).is_ok() {
                    let deal = self.deals.get_mut(&id).unwrap();
                    assert!(deal.started.is_some() && !deal.is_over);
                    if deal.copies.is_empty() {
                        deal.is_over = true;
                    } else {
                        deal.closing = Some(System::block_number() + DAY);
                    }
                }
            }
            Step::Withdraw { miner } => {
                let miner = pick_miner(miner);
                let (income, before) = (Income::<Test>::get(miner), free(miner));
                assert_eq!(Market::withdrawal(signed(miner)).is_ok(), income > 0);
                assert_eq!(free(miner), before + income);
            }
            Step::Purge { who, order } => {
                let id = pick_order(order);
                let is_over = self.deals.get(&id).is_some_and(|deal| deal.is_over);
                if Market::purge(signed(who), id).is_ok() {
                    assert!(is_over, "a record went before its order had ended");
                    self.deals.remove(&id);
                }
            }
            Step::Idle => self.idle(),
            Step::Pass { epochs } => pass(epochs * 600 + 7),
        }
    }

    fn idle(&mut self) {
        let statuses: BTreeMap<u32, Status> = Orders::<Test>::iter()
            .map(|(id, order)| (id, order.status))
            .collect();
        sweep_round();
        for (id, status) in statuses {
            match Orders::<Test>::get(id) {
                None => {
                    assert!(self.deals.remove(&id).is_some_and(|deal| deal.is_over));
                }
                Some(order) if status == Status::Pending && order.status == Status::Canceled => {
                    self.deals.get_mut(&id).unwrap().is_over = true;
                }
                Some(_) => self.tend(id),
            }
        }
    }

    /// The pallet's records against the reference's.
    fn compare(&self) {
        assert_eq!(Orders::<Test>::iter().count(), self.deals.len());
        for (id, deal) in &self.deals {
            let order = Orders::<Test>::get(id).unwrap();
            deal.compare(*id, &order);
        }
    }
}

/// Runs a sequence; the names of the events seen.
fn run(steps: Vec<Step>) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let real = MarketParams {
        lottery_blocks: 0,
        ..MarketParams::default()
    };
    ext_with(real).execute_with(|| {
        MINERS.into_iter().for_each(register);
        let issued = pallet_balances::TotalIssuance::<Test>::get();
        let mut reference = Reference::default();
        for step in steps {
            System::reset_events();
            reference.take(step);
            check();
            reference.compare();
            assert_eq!(pallet_balances::TotalIssuance::<Test>::get(), issued, "I9");
            let name = |event| {
                format!("{event:?}")
                    .replace("Event::", "")
                    .split(' ')
                    .next()
                    .unwrap_or_default()
                    .to_string()
            };
            seen.extend(events().into_iter().map(name));
        }
        drain();
        assert_eq!(pallet_balances::TotalIssuance::<Test>::get(), issued, "I9");
    });
    seen
}

/// Sweeps until every order has been looked at, however many blocks that takes.
fn sweep_round() {
    idle();
    while Sweep::<Test>::get().is_some() {
        idle();
    }
}

/// Long after everything, the sweep alone has ended and removed every order; miners take their income and go; the pot holds
/// its existential deposit and nobody has anything held.
fn drain() {
    loop {
        let before: Vec<_> = Orders::<Test>::iter().collect();
        pass(740 * DAY);
        sweep_round();
        check();
        if before == Orders::<Test>::iter().collect::<Vec<_>>() {
            break;
        }
    }
    assert_eq!(Orders::<Test>::iter().count(), 0);
    for miner in MINERS {
        let _ = Market::withdrawal(RuntimeOrigin::signed(miner));
        Market::deregister(RuntimeOrigin::signed(miner)).unwrap();
    }
    check();
    assert_eq!(
        (Ledger::<Test>::get().escrow, Ledger::<Test>::get().income),
        (0, 0)
    );
    assert_eq!(free(Market::pot()), EXISTENTIAL_DEPOSIT);
    assert_eq!(Miners::<Test>::iter().count(), 0);
    for who in 1..=20 {
        let reasons = [HoldReason::Bond, HoldReason::Collateral, HoldReason::OrderDeposit];
        assert!(
            reasons.into_iter().all(|reason| held(reason, who) == 0),
            "account {who}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn any_sequence_of_calls_keeps_the_books(steps in prop::collection::vec(step(), 1..120)) {
        run(steps);
    }
}

/// Fixed seeds, so that it is known what the random sequences reach.
#[test]
fn the_sequences_reach_every_event_of_an_orders_life() {
    use proptest::{strategy::ValueTree, test_runner::TestRunner};
    let mut runner = TestRunner::deterministic();
    let sequences = prop::collection::vec(step(), 100..160);
    let mut seen = BTreeSet::new();
    for _ in 0..20 {
        seen.extend(run(sequences.new_tree(&mut runner).unwrap().current()));
    }
    let expected = "BountyEarned FeesReleased OrderCanceled OrderCleared OrderClosing OrderCreated OrderPurged OrderStarted \
        ProofAccepted ProofRejected ReplicaConfirmed ReplicaJoined ReplicaLeaving ReplicaLeft ReplicaLost ReplicaMissed \
        RewardCalculated Withdrawn";
    let missing: Vec<&str> = expected
        .split_whitespace()
        .filter(|name| !seen.contains(*name))
        .collect();
    assert!(missing.is_empty(), "never seen: {missing:?}; seen: {seen:?}");
}
