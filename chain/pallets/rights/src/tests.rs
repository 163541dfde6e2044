//! Who anchors first holds the work; deposits follow.

use crate::{self as pallet_rights, commitment_of, Commits, Error, Event, HoldReason, Works, MAX_TITLE};
use frame_support::{
    assert_noop, assert_ok, derive_impl,
    traits::{fungible::InspectHold, ConstU32, ConstU64},
    BoundedVec,
};
use sp_core::H256;
use sp_runtime::{BuildStorage, DispatchError, TokenError};

#[frame_support::runtime]
mod runtime {
    #[runtime::runtime]
    #[runtime::derive(
        RuntimeCall,
        RuntimeEvent,
        RuntimeError,
        RuntimeOrigin,
        RuntimeTask,
        RuntimeHoldReason,
        RuntimeFreezeReason
    )]
    pub struct Test;
    #[runtime::pallet_index(0)]
    pub type System = frame_system;
    #[runtime::pallet_index(1)]
    pub type Balances = pallet_balances;
    #[runtime::pallet_index(2)]
    pub type Rights = pallet_rights;
}

const DEPOSIT: u64 = 10;
const CONTEST: u64 = 100;
const ALICE: u64 = 1;
const BOB: u64 = 2;
const POOR: u64 = 3;
const CONTENT: H256 = H256::repeat_byte(0xc0);
const SALT: H256 = H256::repeat_byte(0x5a);

#[derive_impl(frame_system::config_preludes::TestDefaultConfig)]
impl frame_system::Config for Test {
    type Block = frame_system::mocking::MockBlock<Test>;
    type AccountData = pallet_balances::AccountData<u64>;
}

#[derive_impl(pallet_balances::config_preludes::TestDefaultConfig)]
impl pallet_balances::Config for Test {
    type AccountStore = System;
}

impl pallet_rights::Config for Test {
    type Currency = Balances;
    type RuntimeHoldReason = RuntimeHoldReason;
    type Deposit = ConstU64<DEPOSIT>;
    type ContestPeriod = ConstU64<CONTEST>;
    type WeightInfo = ();
}

pub fn new_chain() -> sp_io::TestExternalities {
    let balances = vec![(ALICE, 1_000), (BOB, 1_000), (POOR, DEPOSIT - 1)];
    let genesis = RuntimeGenesisConfig {
        balances: pallet_balances::GenesisConfig {
            balances,
            ..Default::default()
        },
        ..Default::default()
    };
    let mut chain: sp_io::TestExternalities = genesis.build_storage().expect("genesis builds").into();
    chain.execute_with(|| System::set_block_number(1));
    chain
}

/// Runs the body on a fresh chain and holds the state to its invariant afterwards.
fn on_chain(body: impl FnOnce()) {
    new_chain().execute_with(|| {
        body();
        assert_ok!(Rights::check_state());
    });
}

fn at(block: u64) {
    System::set_block_number(block);
}

fn title(text: &str) -> BoundedVec<u8, ConstU32<MAX_TITLE>> {
    text.as_bytes()
        .to_vec()
        .try_into()
        .expect("a title of at most 128 bytes")
}

fn signed(who: u64) -> RuntimeOrigin {
    RuntimeOrigin::signed(who)
}

fn commit(who: u64) -> H256 {
    let commitment = commitment_of(&who, CONTENT, SALT);
    assert_ok!(Rights::commit(signed(who), commitment));
    commitment
}

fn reveal(who: u64) -> frame_support::dispatch::DispatchResult {
    Rights::reveal(signed(who), CONTENT, SALT, title("A work"))
}

fn held(who: u64) -> u64 {
    Balances::balance_on_hold(&HoldReason::Anchor.into(), &who)
}

#[test]
fn a_commitment_holds_the_deposit_and_notes_its_block() {
    on_chain(|| {
        at(7);
        let commitment = commit(ALICE);
        let stored = Commits::<Test>::get(ALICE, commitment).unwrap();
        assert_eq!((stored.block, stored.deposit), (7, DEPOSIT));
        assert_eq!(held(ALICE), DEPOSIT);
        System::assert_last_event(
            Event::Committed {
                author: ALICE,
                commitment,
            }
            .into(),
        );
    });
}

#[test]
fn a_commitment_cannot_be_anchored_twice_by_the_same_author() {
    on_chain(|| {
        let commitment = commit(ALICE);
        assert_noop!(
            Rights::commit(signed(ALICE), commitment),
            Error::<Test>::AlreadyCommitted
        );
    });
}

#[test]
fn a_copied_commitment_neither_hinders_the_author_nor_helps_the_copier() {
    on_chain(|| {
        let commitment = commitment_of(&ALICE, CONTENT, SALT);
        assert_ok!(Rights::commit(signed(BOB), commitment));
        at(2);
        assert_ok!(Rights::commit(signed(ALICE), commitment));
        assert_noop!(reveal(BOB), Error::<Test>::NotCommitted);
        assert_ok!(reveal(ALICE));
        assert_eq!(Works::<Test>::get(CONTENT).unwrap().author, ALICE);
    });
}

#[test]
fn without_the_deposit_nothing_is_anchored() {
    on_chain(|| {
        let refused = Rights::commit(signed(POOR), CONTENT);
        assert_noop!(refused, DispatchError::Token(TokenError::FundsUnavailable));
        assert_eq!(Commits::<Test>::iter().count(), 0);
    });
}

#[test]
fn only_signed_origins_are_heard() {
    on_chain(|| {
        let root = RuntimeOrigin::root;
        assert_noop!(Rights::commit(root(), CONTENT), DispatchError::BadOrigin);
        assert_noop!(
            Rights::reveal(root(), CONTENT, SALT, title("x")),
            DispatchError::BadOrigin
        );
        assert_noop!(
            Rights::release(RuntimeOrigin::none(), CONTENT),
            DispatchError::BadOrigin
        );
    });
}

#[test]
fn a_revealed_work_stands_from_the_block_of_its_commitment() {
    on_chain(|| {
        at(5);
        let commitment = commit(ALICE);
        at(9);
        assert_ok!(reveal(ALICE));
        let work = Works::<Test>::get(CONTENT).unwrap();
        assert_eq!(
            (work.author, work.committed, work.revealed, work.deposit),
            (ALICE, 5, 9, DEPOSIT)
        );
        assert_eq!(work.title, title("A work"));
        assert!(!Commits::<Test>::contains_key(ALICE, commitment));
        assert_eq!(held(ALICE), DEPOSIT);
        System::assert_last_event(
            Event::Revealed {
                content_hash: CONTENT,
                author: ALICE,
                committed: 5,
            }
            .into(),
        );
    });
}

#[test]
fn another_content_salt_or_account_reveals_nothing() {
    on_chain(|| {
        commit(ALICE);
        let other = H256::repeat_byte(1);
        assert_noop!(reveal(BOB), Error::<Test>::NotCommitted);
        assert_noop!(
            Rights::reveal(signed(ALICE), other, SALT, title("x")),
            Error::<Test>::NotCommitted
        );
        assert_noop!(
            Rights::reveal(signed(ALICE), CONTENT, other, title("x")),
            Error::<Test>::NotCommitted
        );
    });
}

#[test]
fn a_title_is_utf_8_and_not_empty() {
    on_chain(|| {
        commit(ALICE);
        for bad in [vec![], vec![0xff, 0xfe]] {
            let bad = bad.try_into().unwrap();
            assert_noop!(
                Rights::reveal(signed(ALICE), CONTENT, SALT, bad),
                Error::<Test>::BadTitle
            );
        }
        assert_ok!(Rights::reveal(signed(ALICE), CONTENT, SALT, title("众享")));
    });
}

#[test]
fn an_earlier_commitment_takes_a_work_over_within_the_contest() {
    on_chain(|| {
        commit(ALICE);
        at(2);
        commit(BOB);
        at(10);
        assert_ok!(reveal(BOB));
        at(10 + CONTEST - 1);
        assert_ok!(reveal(ALICE));
        let work = Works::<Test>::get(CONTENT).unwrap();
        assert_eq!((work.author, work.committed, work.revealed), (ALICE, 1, 10));
        assert_eq!((held(ALICE), held(BOB)), (DEPOSIT, 0));
        System::assert_last_event(
            Event::Replaced {
                content_hash: CONTENT,
                former: BOB,
                author: ALICE,
                committed: 1,
            }
            .into(),
        );
    });
}

#[test]
fn after_the_contest_a_work_is_final() {
    on_chain(|| {
        commit(ALICE);
        at(2);
        commit(BOB);
        at(10);
        assert_ok!(reveal(BOB));
        at(10 + CONTEST);
        assert_noop!(reveal(ALICE), Error::<Test>::ContestOver);
    });
}

#[test]
fn a_takeover_does_not_lengthen_the_contest() {
    on_chain(|| {
        let earliest = commitment_of(&ALICE, CONTENT, H256::zero());
        assert_ok!(Rights::commit(signed(ALICE), earliest));
        at(2);
        commit(ALICE);
        at(3);
        commit(BOB);
        assert_ok!(reveal(BOB));
        at(3 + CONTEST - 1);
        assert_ok!(reveal(ALICE));
        at(3 + CONTEST);
        let late = Rights::reveal(signed(ALICE), CONTENT, H256::zero(), title("x"));
        assert_noop!(late, Error::<Test>::ContestOver);
    });
}

#[test]
fn a_commitment_as_late_or_later_changes_nothing() {
    on_chain(|| {
        commit(ALICE);
        commit(BOB);
        assert_ok!(reveal(ALICE));
        assert_noop!(reveal(BOB), Error::<Test>::AnchoredEarlier);
        at(2);
        let later = commitment_of(&BOB, CONTENT, H256::zero());
        assert_ok!(Rights::commit(signed(BOB), later));
        let refused = Rights::reveal(signed(BOB), CONTENT, H256::zero(), title("x"));
        assert_noop!(refused, Error::<Test>::AnchoredEarlier);
    });
}

#[test]
fn an_author_may_replace_their_own_work_by_an_earlier_commitment() {
    on_chain(|| {
        let earlier = commitment_of(&ALICE, CONTENT, H256::zero());
        assert_ok!(Rights::commit(signed(ALICE), earlier));
        at(2);
        commit(ALICE);
        assert_ok!(reveal(ALICE));
        assert_eq!(held(ALICE), 2 * DEPOSIT);
        assert_ok!(Rights::reveal(signed(ALICE), CONTENT, H256::zero(), title("x")));
        assert_eq!(held(ALICE), DEPOSIT);
        assert_eq!(Works::<Test>::get(CONTENT).unwrap().committed, 1);
    });
}

#[test]
fn a_released_commitment_gives_the_deposit_back_and_is_gone() {
    on_chain(|| {
        let commitment = commit(ALICE);
        assert_noop!(
            Rights::release(signed(BOB), commitment),
            Error::<Test>::NotCommitted
        );
        assert_ok!(Rights::release(signed(ALICE), commitment));
        assert_eq!(held(ALICE), 0);
        System::assert_last_event(
            Event::Released {
                author: ALICE,
                commitment,
            }
            .into(),
        );
        assert_noop!(
            Rights::release(signed(ALICE), commitment),
            Error::<Test>::NotCommitted
        );
        assert_noop!(reveal(ALICE), Error::<Test>::NotCommitted);
    });
}

#[test]
fn a_revealed_commitment_can_be_neither_released_nor_revealed_again() {
    on_chain(|| {
        let commitment = commit(ALICE);
        assert_ok!(reveal(ALICE));
        assert_noop!(
            Rights::release(signed(ALICE), commitment),
            Error::<Test>::NotCommitted
        );
        assert_noop!(reveal(ALICE), Error::<Test>::NotCommitted);
    });
}

#[test]
fn the_commitment_is_the_hash_of_author_content_and_salt() {
    let author = sp_runtime::AccountId32::new([1; 32]);
    let bytes = [[1; 32], [0xc0; 32], [0x5a; 32]].concat();
    assert_eq!(
        commitment_of(&author, CONTENT, SALT),
        sp_io::hashing::blake2_256(&bytes).into()
    );
}

#[test]
fn no_call_creates_or_destroys_tokens() {
    on_chain(|| {
        let issued = Balances::total_issuance();
        commit(ALICE);
        at(2);
        commit(BOB);
        assert_ok!(reveal(BOB));
        assert_ok!(reveal(ALICE));
        assert_eq!(Balances::total_issuance(), issued);
        assert_eq!(Balances::free_balance(BOB), 1_000);
    });
}
