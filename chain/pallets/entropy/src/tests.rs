//! Epochs roll, seeds are fixed before their epoch, and the mix follows the relay chain's randomness.

use crate::{self as pallet_entropy, genesis_mix, next_mix, Epoch, EpochInfo, Mix, SeedInfo, Seeds, RING};
use codec::Encode;
use cumulus_pallet_parachain_system::{OnSystemEvent, RelayChainStateProof};
use cumulus_primitives_core::relay_chain::well_known_keys::CURRENT_BLOCK_RANDOMNESS;
use cumulus_test_relay_sproof_builder::RelayStateSproofBuilder;
use frame_support::{assert_noop, assert_ok, derive_impl, parameter_types, traits::Hooks};
use sp_core::H256;
use sp_runtime::BuildStorage;

#[frame_support::runtime]
mod runtime {
    #[runtime::runtime]
    #[runtime::derive(RuntimeCall, RuntimeEvent, RuntimeError, RuntimeOrigin, RuntimeTask)]
    pub struct Test;
    #[runtime::pallet_index(0)]
    pub type System = frame_system;
    #[runtime::pallet_index(1)]
    pub type Entropy = pallet_entropy;
}

parameter_types! {
    pub static EpochLength: u32 = 5;
}

#[derive_impl(frame_system::config_preludes::TestDefaultConfig)]
impl frame_system::Config for Test {
    type Block = frame_system::mocking::MockBlock<Test>;
}

impl pallet_entropy::Config for Test {
    type EpochLength = EpochLength;
}

fn new_chain() -> sp_io::TestExternalities {
    EpochLength::set(5);
    RuntimeGenesisConfig::default()
        .build_storage()
        .expect("genesis builds")
        .into()
}

/// A relay state with these random values; `current` may be absent.
fn relay_state(epoch_ago: H256, current: Option<Vec<u8>>) -> RelayChainStateProof {
    let builder = RelayStateSproofBuilder {
        randomness: epoch_ago,
        num_authorities: 0,
        additional_key_values: current
            .map(|value| (CURRENT_BLOCK_RANDOMNESS.to_vec(), value))
            .into_iter()
            .collect(),
        ..Default::default()
    };
    let para_id = builder.para_id;
    let (root, proof) = builder.into_state_root_and_proof();
    RelayChainStateProof::new(para_id, root, proof).expect("the proof fits its root")
}

/// Begins the next block and mixes this relay state in, as the inherent does.
fn build_block(relay: &RelayChainStateProof) {
    let number = System::block_number() + 1;
    let parent = H256::from_low_u64_be(number);
    System::initialize(&number, &parent, &Default::default());
    Entropy::on_initialize(number);
    Entropy::on_relay_state_proof(relay);
    Entropy::check_state().expect("the invariants hold");
}

fn build_until(last: u64, relay: &RelayChainStateProof) {
    while System::block_number() < last {
        build_block(relay);
    }
}

#[test]
fn the_first_epoch_begins_at_genesis_with_a_known_seed() {
    new_chain().execute_with(|| {
        assert_eq!(
            Entropy::epoch(),
            EpochInfo {
                index: 0,
                start: 0,
                length: 5
            }
        );
        assert_eq!(
            Entropy::seed(0),
            Some(SeedInfo {
                start: 0,
                seed: genesis_mix()
            })
        );
        assert_eq!(Entropy::seed(1), None);
    });
}

#[test]
fn an_epoch_has_as_many_blocks_as_it_was_given() {
    new_chain().execute_with(|| {
        let relay = relay_state(H256::repeat_byte(1), None);
        build_until(4, &relay);
        assert_eq!(Entropy::epoch().index, 0);
        build_until(5, &relay);
        assert_eq!(
            Entropy::epoch(),
            EpochInfo {
                index: 1,
                start: 5,
                length: 5
            }
        );
        build_until(17, &relay);
        assert_eq!(
            Entropy::epoch(),
            EpochInfo {
                index: 3,
                start: 15,
                length: 5
            }
        );
    });
}

#[test]
fn a_seed_is_the_mix_at_the_end_of_the_block_before_its_epoch() {
    new_chain().execute_with(|| {
        let relay = relay_state(H256::repeat_byte(1), None);
        build_until(4, &relay);
        let before = Mix::<Test>::get();
        build_block(&relay);
        assert_eq!(
            Entropy::seed(1),
            Some(SeedInfo {
                start: 5,
                seed: before
            })
        );
        assert_ne!(Mix::<Test>::get(), before);
        build_until(9, &relay);
        assert_eq!(Entropy::seed(1).unwrap().seed, before);
    });
}

#[test]
fn a_changed_epoch_length_waits_for_the_next_roll() {
    new_chain().execute_with(|| {
        let relay = relay_state(H256::repeat_byte(1), None);
        build_until(2, &relay);
        EpochLength::set(2);
        build_until(4, &relay);
        assert_eq!(Entropy::epoch().index, 0);
        build_until(5, &relay);
        assert_eq!(
            Entropy::epoch(),
            EpochInfo {
                index: 1,
                start: 5,
                length: 2
            }
        );
        build_until(7, &relay);
        assert_eq!(Entropy::epoch().index, 2);
    });
}

#[test]
fn a_length_of_zero_counts_as_one() {
    new_chain().execute_with(|| {
        EpochLength::set(0);
        let relay = relay_state(H256::repeat_byte(1), None);
        build_until(5, &relay);
        assert_eq!(
            Entropy::epoch(),
            EpochInfo {
                index: 1,
                start: 5,
                length: 1
            }
        );
        build_until(8, &relay);
        assert_eq!(Entropy::epoch().index, 4);
    });
}

#[test]
fn the_ring_forgets_all_but_the_last_32_epochs() {
    new_chain().execute_with(|| {
        let relay = relay_state(H256::repeat_byte(1), None);
        build_until(5 * 40, &relay);
        assert_eq!(Entropy::epoch().index, 40);
        assert_eq!(Seeds::<Test>::iter().count(), RING as usize);
        assert_eq!(Entropy::seed(8), None);
        assert_eq!(Entropy::seed(9).unwrap().start, 45);
    });
}

#[test]
fn a_skipped_stretch_of_blocks_begins_one_epoch_only() {
    new_chain().execute_with(|| {
        System::set_block_number(33);
        Entropy::on_initialize(33);
        assert_eq!(
            Entropy::epoch(),
            EpochInfo {
                index: 1,
                start: 33,
                length: 5
            }
        );
        Entropy::check_state().unwrap();
    });
}

#[test]
fn the_mix_hashes_its_past_and_both_random_values_and_nothing_a_collator_chooses() {
    new_chain().execute_with(|| {
        let epoch_ago = H256::repeat_byte(7);
        let current = Some(H256::repeat_byte(9)).encode();
        build_block(&relay_state(epoch_ago, Some(current.clone())));
        let expected = next_mix(genesis_mix(), Some(&current), Some(epoch_ago.as_bytes()));
        assert_eq!(Mix::<Test>::get(), expected);
    });
}

#[test]
fn each_random_value_alone_changes_the_mix() {
    let mix_of = |epoch_ago: u8, current: Option<Vec<u8>>| {
        new_chain().execute_with(|| {
            build_block(&relay_state(H256::repeat_byte(epoch_ago), current));
            Mix::<Test>::get()
        })
    };
    let base = mix_of(1, Some(Some(H256::repeat_byte(1)).encode()));
    assert_eq!(base, mix_of(1, Some(Some(H256::repeat_byte(1)).encode())));
    assert_ne!(base, mix_of(2, Some(Some(H256::repeat_byte(1)).encode())));
    assert_ne!(base, mix_of(1, Some(Some(H256::repeat_byte(2)).encode())));
    assert_ne!(base, mix_of(1, None));
}

#[test]
fn an_absent_or_odd_value_of_the_relay_chain_never_panics() {
    for odd in [
        None,
        Some(vec![]),
        Some(vec![0]),
        Some(vec![1]),
        Some(vec![255; 31]),
        Some(vec![3; 10_000]),
    ] {
        new_chain().execute_with(|| {
            let before = Mix::<Test>::get();
            build_block(&relay_state(H256::zero(), odd.clone()));
            assert_ne!(Mix::<Test>::get(), before, "its past alone moves the mix");
        });
    }
}

#[test]
fn of_a_long_value_only_the_first_64_bytes_count() {
    let mix_of = |length: usize| {
        new_chain().execute_with(|| {
            build_block(&relay_state(H256::zero(), Some(vec![3; length])));
            Mix::<Test>::get()
        })
    };
    assert_eq!(mix_of(64), mix_of(10_000));
    assert_ne!(mix_of(63), mix_of(64));
}

#[test]
fn the_check_of_the_state_finds_a_lost_and_a_surplus_seed() {
    new_chain().execute_with(|| {
        build_until(40, &relay_state(H256::zero(), None));
        assert_ok!(Entropy::check_state());
        let kept = Seeds::<Test>::take(3).unwrap();
        assert_noop!(
            Entropy::check_state(),
            "the ring holds the last 32 epochs and no other"
        );
        Seeds::<Test>::insert(99, kept);
        assert_noop!(Entropy::check_state(), "a seed of the ring is missing");
        Seeds::<Test>::remove(99);
        Seeds::<Test>::insert(3, SeedInfo { start: 39, ..kept });
        assert_noop!(Entropy::check_state(), "epochs begin one after the other");
        Seeds::<Test>::insert(3, kept);
        Epoch::<Test>::mutate(|epoch| epoch.start += 1);
        assert_noop!(
            Entropy::check_state(),
            "the present epoch and its seed begin with the same block"
        );
    });
}
