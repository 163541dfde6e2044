//! Random sequences of calls and time jumps against the reference of `model.rs`. After every step the pallet's own invariants
//! hold, its records agree with the reference, and no token was made or lost; at the end everything drains to the last planck.
use super::model::{honest_epoch, Copy, Deal};
use crate::{mock::*, HoldReason, Income, Ledger, MarketParams, Miners, Orders};
use frame_support::dispatch::Pays;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use storage_core::{order::Status, Balance, DAY};

const MINERS: [AccountId; 5] = [11, 12, 13, 14, 15];
const SIZE: u64 = 3_000;

/// One step. Orders and miners are chosen by number, modulo how many there are.
#[derive(Clone, Debug)]
enum Step {
    Create {
        owner: u64,
        days: u32,
        wanted: u8,
        tips: u64,
    },
    Cancel {
        who: u64,
        order: u8,
    },
    Accept {
        miner: u8,
        order: u8,
    },
    Prove {
        miner: u8,
        order: u8,
    },
    ProveAll,
    Lie {
        miner: u8,
        order: u8,
    },
    Leave {
        miner: u8,
        order: u8,
    },
    Report {
        miner: u8,
        order: u8,
    },
    Settle {
        order: u8,
    },
    Withdraw {
        miner: u8,
    },
    Purge {
        who: u64,
        order: u8,
    },
    Idle,
    Pass {
        epochs: u32,
    },
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => (1u64..4, 1u32..6, 1u8..4, any::<u32>()).prop_map(|(owner, days, wanted, tips)| Step::Create {
            owner,
            days,
            wanted,
            tips: u64::from(tips),
        }),
        1 => (1u64..4, any::<u8>()).prop_map(|(who, order)| Step::Cancel { who, order }),
        6 => (any::<u8>(), any::<u8>()).prop_map(|(miner, order)| Step::Accept { miner, order }),
        4 => (any::<u8>(), any::<u8>()).prop_map(|(miner, order)| Step::Prove { miner, order }),
        6 => Just(Step::ProveAll),
        1 => (any::<u8>(), any::<u8>()).prop_map(|(miner, order)| Step::Lie { miner, order }),
        3 => (any::<u8>(), any::<u8>()).prop_map(|(miner, order)| Step::Leave { miner, order }),
        2 => (any::<u8>(), any::<u8>()).prop_map(|(miner, order)| Step::Report { miner, order }),
        3 => any::<u8>().prop_map(|order| Step::Settle { order }),
        1 => any::<u8>().prop_map(|miner| Step::Withdraw { miner }),
        1 => (1u64..4, any::<u8>()).prop_map(|(who, order)| Step::Purge { who, order }),
        1 => Just(Step::Idle),
        8 => prop_oneof![6 => 1u32..6, 2 => 6u32..40, 1 => 40u32..400].prop_map(|epochs| Step::Pass { epochs }),
    ]
}

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
            deal.prove(miner, epoch()),
            "{miner} proves {id}"
        );
    }

    fn accept(&mut self, miner: AccountId, id: u32) {
        let now = System::block_number();
        let may = self.deals.get(&id).is_some_and(|deal| {
            !deal.is_over
                && deal.copies.len() < usize::from(deal.wanted)
                && !deal.copies.contains_key(&miner)
                && (deal.started.is_none() || now + DAY <= deal.end())
        });
        let done = Market::accept(RuntimeOrigin::signed(miner), id, join_proof(miner, id, id as u8));
        assert_eq!(done.is_ok(), may, "{miner} accepts {id}: {done:?}");
        if let (true, Some(deal)) = (may, self.deals.get_mut(&id)) {
            deal.started.get_or_insert(now);
            let due = replica(miner, id).due;
            assert!(due > epoch() && due <= epoch() + 24);
            let copy = Copy {
                from: now,
                intervals: vec![],
                due,
                misses: 0,
                is_leaving: false,
            };
            deal.copies.insert(miner, copy);
        }
    }

    /// Everything overdue of one deal is booked; then it ends if its time is over and nothing is left to prove.
    fn tend(&mut self, id: u32) {
        let now = System::block_number();
        if let Some(deal) = self
            .deals
            .get_mut(&id)
            .filter(|deal| deal.started.is_some() && !deal.is_over)
        {
            for miner in MINERS {
                deal.misses_of(miner, epoch());
            }
            let all_done = deal.copies.values().all(|copy| deal.is_done(copy));
            deal.is_over = now > deal.end() && all_done;
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
                    started: None,
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
        idle();
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
    ext_with(MarketParams {
        lottery_blocks: 0,
        ..MarketParams::default()
    })
    .execute_with(|| {
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

/// Long after everything, the sweep alone has ended and removed every order; miners take their income and go; the pot holds
/// its existential deposit and nobody has anything held.
fn drain() {
    for _ in 0..3 {
        pass(740 * DAY);
        idle();
        check();
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
    for _ in 0..12 {
        seen.extend(run(sequences.new_tree(&mut runner).unwrap().current()));
    }
    let expected = "BountyEarned OrderCanceled OrderCleared OrderCreated OrderPurged OrderStarted \
        ProofAccepted ProofRejected ReplicaJoined ReplicaLeaving ReplicaLeft ReplicaLost ReplicaMissed \
        RewardCalculated Withdrawn";
    let missing: Vec<&str> = expected
        .split_whitespace()
        .filter(|name| !seen.contains(*name))
        .collect();
    assert!(missing.is_empty(), "never seen: {missing:?}; seen: {seen:?}");
}
