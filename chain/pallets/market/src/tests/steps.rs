//! The steps that the random sequences are made of.
use proptest::prelude::*;

/// One step. Orders and miners are chosen by number, modulo how many there are.
#[derive(Clone, Debug)]
pub enum Step {
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
    Close {
        who: u64,
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

pub fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => (1u64..4, 1u32..14, 1u8..4, any::<u32>()).prop_map(|(owner, days, wanted, tips)| Step::Create {
            owner,
            days,
            wanted,
            tips: u64::from(tips),
        }),
        1 => (1u64..4, any::<u8>()).prop_map(|(who, order)| Step::Cancel { who, order }),
        12 => (any::<u8>(), any::<u8>()).prop_map(|(miner, order)| Step::Accept { miner, order }),
        4 => (any::<u8>(), any::<u8>()).prop_map(|(miner, order)| Step::Prove { miner, order }),
        14 => Just(Step::ProveAll),
        1 => (any::<u8>(), any::<u8>()).prop_map(|(miner, order)| Step::Lie { miner, order }),
        3 => (any::<u8>(), any::<u8>()).prop_map(|(miner, order)| Step::Leave { miner, order }),
        2 => (any::<u8>(), any::<u8>()).prop_map(|(miner, order)| Step::Report { miner, order }),
        3 => any::<u8>().prop_map(|order| Step::Settle { order }),
        2 => (1u64..4, any::<u8>()).prop_map(|(who, order)| Step::Close { who, order }),
        1 => any::<u8>().prop_map(|miner| Step::Withdraw { miner }),
        1 => (1u64..4, any::<u8>()).prop_map(|(who, order)| Step::Purge { who, order }),
        1 => Just(Step::Idle),
        8 => prop_oneof![20 => 1u32..4, 3 => 4u32..40, 1 => 40u32..400].prop_map(|epochs| Step::Pass { epochs }),
    ]
}
