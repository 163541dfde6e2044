//! Challenges, turns, due epochs and the lives of replicas.
use proptest::prelude::*;
use storage_core::{
    challenge::{due_offset, has_turn, leaf_index, leaf_indexes, Occasion},
    params::ParamsFault,
    replica::{Proven, Stakes},
    Clock, Epoch, Params, Replica, Terms, Timing, DAY,
};

const TIMING: Timing = Timing {
    epoch_blocks: 600,
    period_epochs: 24,
    window_epochs: 4,
};
const STAKES: Stakes = Stakes {
    max_misses: 2,
    period_blocks: DAY,
};

fn clock(index: u32) -> Clock {
    Clock {
        epoch: Epoch {
            index,
            start: index * 600,
        },
        timing: TIMING,
    }
}

fn terms() -> Terms {
    Terms {
        pool: 567_000_000_000,
        wanted: 3,
        duration: 30 * DAY,
        deadline: 30 * DAY + 300,
    }
}

/// A replica that keeps a place since this block.
fn on_the_way(block: u32) -> Replica<u8> {
    Replica::join(7, block, 44_100_000_000, false, &clock(block / 600))
}

/// The same confirmed, as if its first proof had been for nothing.
fn joined_at(block: u32) -> Replica<u8> {
    Replica {
        confirmed: true,
        due: clock(block / 600).spread_due(terms().deadline, block / 600, 1, &[7]),
        ..on_the_way(block)
    }
}

proptest! {
    #[test]
    fn a_challenge_is_always_a_leaf_of_the_file(
        seed: [u8; 32],
        id: u32,
        miner: [u8; 32],
        leaves in 1u64..=1 << 25,
    ) {
        for occasion in [Occasion::Join, Occasion::Periodic] {
            let asked = leaf_indexes(occasion, &seed, id, &miner, 4, leaves);
            prop_assert_eq!(asked.len(), 4);
            prop_assert!(asked.iter().all(|index| *index < leaves));
        }
    }

    #[test]
    fn the_epoch_due_after_the_first_comes_within_a_period_and_never_at_once(
        index in 0u32..100_000,
        id: u32,
        miner: [u8; 32],
        ahead in 1u32..2_000_000,
    ) {
        let clock = clock(index);
        let deadline = clock.epoch.start + ahead;
        let due = clock.spread_due(deadline, index, id, &miner);
        prop_assert_eq!(clock.confirming_epoch(), index + 1);
        prop_assert!(due > index);
        prop_assert!(due <= index + TIMING.period_epochs);
        prop_assert!(due == index + 1 + due_offset(id, &miner, 24) || clock.start_of(due) >= deadline);
    }

    #[test]
    fn the_final_epoch_is_the_first_at_or_after_the_deadline(index in 1_000u32..2_000, deadline in 1u32..2_000_000) {
        let clock = clock(index);
        let last = clock.final_epoch(deadline);
        prop_assert!(clock.start_of(last) >= deadline);
        prop_assert!(last == 0 || clock.start_of(last - 1) < deadline);
    }

    #[test]
    fn the_turn_comes_to_everybody_in_the_end_and_never_goes_away(
        seed: [u8; 32],
        id: u32,
        miner: [u8; 32],
        lottery in 0u32..1_000,
    ) {
        prop_assert!(has_turn(&seed, id, &miner, lottery, lottery));
        let turns: Vec<bool> = (0..=lottery).map(|age| has_turn(&seed, id, &miner, age, lottery)).collect();
        prop_assert!(turns.windows(2).all(|pair| !pair[0] || pair[1]));
    }

    /// Whatever is proven or missed when: time moves on only, pay stays linear in what was proven, and a final replica or a
    /// lost one comes within the schedule.
    #[test]
    fn a_replicas_life_keeps_its_books(answers in prop::collection::vec(any::<bool>(), 1..60)) {
        let terms = terms();
        let mut replica = joined_at(300);
        let (mut proven_blocks, mut slashed) = (0u32, 0);
        for is_proven in answers {
            let start = replica.due * 600;
            let before = replica;
            if is_proven {
                let outcome = replica.accept_proof(1, start, &clock(replica.due), &terms);
                proven_blocks += replica.proven - before.proven;
                prop_assert_eq!(replica.proven, start.min(terms.deadline));
                if outcome.end == Proven::Final {
                    prop_assert_eq!(replica.proven, terms.deadline);
                    break;
                }
            } else {
                let miss = replica.miss(Some(start), &clock(replica.due + 4), &terms, &STAKES);
                slashed += miss.slash;
                if miss.is_lost {
                    prop_assert_eq!(replica.collateral, 0);
                    break;
                }
                prop_assert_eq!(replica.unsettled(&terms), before.unsettled(&terms));
            }
            prop_assert!(replica.due > before.due && replica.due <= before.due + 24);
            prop_assert_eq!(replica.proven - replica.joined, proven_blocks);
            prop_assert_eq!(replica.earned(&terms), terms.pay(proven_blocks));
            replica.settle(&terms);
        }
        prop_assert_eq!(slashed + replica.collateral, 44_100_000_000);
        prop_assert!(replica.estimated(&terms) <= terms.pool / 3);
    }
}

#[test]
fn joining_and_keeping_ask_different_leaves() {
    let ask = |occasion| leaf_index(occasion, &[1; 32], 5, &[2; 32], 0, 1 << 25);
    assert_ne!(ask(Occasion::Join), ask(Occasion::Periodic));
    assert_eq!(leaf_index(Occasion::Join, &[1; 32], 5, &[2; 32], 0, 1), 0);
}

#[test]
fn about_half_have_their_turn_at_half_time() {
    let miners = (0..2_000u32).map(|number| number.to_le_bytes());
    let allowed = miners.filter(|miner| has_turn(&[3; 32], 9, miner, 9, 20)).count();
    assert!(
        (850..1_060).contains(&allowed),
        "{allowed} of 2000, expected about 952"
    );
}

#[test]
fn first_proofs_spread_over_the_whole_period() {
    let mut seen = [0u32; 24];
    (0..2_400u32).for_each(|id| seen[due_offset(id, &[4; 32], 24) as usize] += 1);
    assert!(seen.iter().all(|count| (60..145).contains(count)), "{seen:?}");
}

#[test]
fn two_misses_in_a_row_lose_the_replica_and_a_proof_between_forgives() {
    let terms = terms();
    let mut replica = joined_at(300);
    let miss = |replica: &mut Replica<u8>| {
        replica.miss(Some(replica.due * 600), &clock(replica.due + 4), &terms, &STAKES)
    };
    let first = miss(&mut replica);
    assert_eq!((first.slash, first.is_lost), (6_300_000_000, false));
    replica.accept_proof(1, replica.due * 600, &clock(replica.due), &terms);
    assert_eq!(replica.misses, 0);
    assert!(!miss(&mut replica).is_lost);
    let last = miss(&mut replica);
    assert_eq!(
        (last.slash, last.is_lost),
        (44_100_000_000 - 2 * 6_300_000_000, true)
    );
}

#[test]
fn whoever_does_not_confirm_is_lost_at_once_with_everything() {
    let mut replica = on_the_way(300);
    assert_eq!((replica.due, replica.confirmed), (1, false));
    let miss = replica.miss(Some(600), &clock(5), &terms(), &STAKES);
    assert_eq!((miss.slash, miss.is_lost), (44_100_000_000, true));
}

#[test]
fn the_confirming_proof_spreads_what_follows_and_takes_no_bounty() {
    let mut replica = Replica {
        fresh: true,
        ..on_the_way(300)
    };
    let outcome = replica.accept_proof(1, 600, &clock(1), &terms());
    assert_eq!((outcome.end, outcome.takes_bounty), (Proven::Continues, false));
    assert_eq!(
        (replica.confirmed, replica.proven, replica.misses),
        (true, 600, 0)
    );
    assert_eq!(replica.due, 2 + due_offset(1, &[7], 24));
    assert!(
        replica
            .accept_proof(1, replica.due * 600, &clock(replica.due), &terms())
            .takes_bounty
    );
}

#[test]
fn nobody_joins_without_a_due_epoch_before_the_deadline() {
    assert!(clock(10).has_time_before(11 * 600 + 1));
    assert!(!clock(10).has_time_before(11 * 600));
}

#[test]
fn a_forgotten_seed_or_a_missed_last_epoch_loses_the_replica_at_once() {
    let terms = terms();
    let mut replica = joined_at(300);
    assert!(replica.miss(None, &clock(100), &terms, &STAKES).is_lost);
    let mut replica = joined_at(300);
    assert!(
        replica
            .miss(Some(terms.deadline), &clock(800), &terms, &STAKES)
            .is_lost
    );
}

#[test]
fn a_window_is_open_for_exactly_its_epochs() {
    assert!(!clock(13).is_window_over(10));
    assert!(clock(14).is_window_over(10));
    assert_eq!(clock(11).last_block(10), 14 * 600 - 1);
    let final_one = Replica {
        proven: terms().deadline,
        ..joined_at(300)
    };
    assert!(!final_one.is_overdue(&clock(5_000), &terms()));
}

#[test]
fn a_leaver_goes_with_its_next_proof_and_a_replacement_takes_the_bounty_once() {
    let mut replica = Replica {
        leaving: true,
        fresh: true,
        ..joined_at(300)
    };
    let outcome = replica.accept_proof(1, replica.due * 600, &clock(replica.due), &terms());
    assert_eq!((outcome.end, outcome.takes_bounty), (Proven::Leaves, true));
    let mut replica = Replica {
        fresh: true,
        ..joined_at(300)
    };
    assert!(
        replica
            .accept_proof(1, replica.due * 600, &clock(replica.due), &terms())
            .takes_bounty
    );
    assert!(
        !replica
            .accept_proof(1, replica.due * 600, &clock(replica.due), &terms())
            .takes_bounty
    );
}

#[test]
fn the_presets_hold_together_and_faults_are_named() {
    assert_eq!(Params::default().check(), Ok(()));
    assert_eq!(Params::embedded().check(), Ok(()));
    let with = |change: fn(&mut Params)| {
        let mut params = Params::default();
        change(&mut params);
        params.check()
    };
    assert_eq!(
        with(|params| params.timing.epoch_blocks = 0),
        Err(ParamsFault::Timing)
    );
    assert_eq!(
        with(|params| params.timing.window_epochs = 0),
        Err(ParamsFault::Timing)
    );
    assert_eq!(
        with(|params| params.timing.window_epochs = 25),
        Err(ParamsFault::Timing)
    );
    assert_eq!(
        with(|params| params.timing.period_epochs = 25),
        Err(ParamsFault::Timing)
    );
    assert_eq!(
        with(|params| params.timing.period_epochs = u32::MAX),
        Err(ParamsFault::Timing)
    );
    assert_eq!(with(|params| params.samples = 0), Err(ParamsFault::Samples));
    assert_eq!(with(|params| params.samples = 5), Err(ParamsFault::Samples));
    assert_eq!(
        with(|params| params.lottery_blocks = 4_801),
        Err(ParamsFault::Lottery)
    );
    assert_eq!(with(|params| params.max_misses = 0), Err(ParamsFault::Misses));
    assert_eq!(with(|params| params.max_misses = 9), Err(ParamsFault::Misses));
    assert_eq!(
        with(|params| params.shares.staking = params.shares.reserve),
        Err(ParamsFault::Shares)
    );
    assert_eq!(
        with(|params| params.slash.reporter = params.slash.bounty),
        Err(ParamsFault::Shares)
    );
    assert_eq!(
        with(|params| params.mib_day_bounds.min = 0),
        Err(ParamsFault::Bounds)
    );
    assert_eq!(
        with(|params| params.file_fee_bounds.max = 1),
        Err(ParamsFault::Bounds)
    );
    assert_eq!(with(|params| params.pending_blocks = 0), Err(ParamsFault::Waits));
    assert_eq!(
        with(|params| params.pending_blocks = DAY + 1),
        Err(ParamsFault::Waits)
    );
    assert_eq!(
        with(|params| params.bond.per_gib = u128::MAX),
        Err(ParamsFault::Amounts)
    );
    assert_eq!(
        with(|params| params.retention_blocks = u32::MAX),
        Err(ParamsFault::Waits)
    );
}
