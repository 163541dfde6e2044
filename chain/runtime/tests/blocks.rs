//! The composed runtime in blocks: fees, seeds, the guard of the proof lane, and who may do what.

mod support;

use frame_support::{assert_ok, dispatch::DispatchClass, traits::fungible::Inspect};
use pallet_storage_market::Proofs;
use pallet_transaction_payment::Multiplier;
use sp_keyring::Sr25519Keyring as Keyring;
use sp_runtime::{
    traits::Convert,
    transaction_validity::{InvalidTransaction, TransactionValidityError},
    DispatchError,
};
use support::Chain;
use trove_runtime::{
    configs::{fees::FeesByFullness, system::MAXIMUM_BLOCK_WEIGHT, tokens::CollatorPotAccount},
    money::TTC,
    Balance, Balances, Entropy, Market, Runtime, RuntimeCall, RuntimeEvent, System,
};

type MarketCall = pallet_storage_market::Call<Runtime>;

fn transfer(to: Keyring, value: Balance) -> RuntimeCall {
    pallet_balances::Call::<Runtime>::transfer_keep_alive {
        dest: to.to_account_id().into(),
        value,
    }
    .into()
}

fn balance(chain: &mut Chain, who: Keyring) -> Balance {
    chain.with_state(|| Balances::balance(&who.to_account_id()))
}

#[test]
fn a_transfer_moves_the_amount_and_its_fee_goes_to_the_collators() {
    let mut chain = Chain::from_preset("embedded");
    chain.build(Vec::new());
    let (charlie, bob) = (
        balance(&mut chain, Keyring::Charlie),
        balance(&mut chain, Keyring::Bob),
    );
    let issued = chain.with_state(Balances::total_issuance);
    assert_ok!(chain.call(Keyring::Charlie, transfer(Keyring::Bob, TTC)));
    let fee = charlie - TTC - balance(&mut chain, Keyring::Charlie);
    assert_eq!(balance(&mut chain, Keyring::Bob), bob + TTC);
    assert!((TTC / 1_000..TTC / 500).contains(&fee), "{fee}");
    assert_eq!(chain.with_state(Balances::total_issuance), issued);
    assert!(chain.with_state(|| Balances::balance(&CollatorPotAccount::get())) > TTC / 1_000);
}

#[test]
fn the_author_earns_half_of_the_collators_pot_with_the_next_block() {
    let mut chain = Chain::from_preset("embedded");
    chain.build(Vec::new());
    assert_ok!(chain.call(Keyring::Charlie, transfer(Keyring::Bob, TTC)));
    let before = balance(&mut chain, Keyring::Alice);
    chain.build(Vec::new());
    assert!(
        balance(&mut chain, Keyring::Alice) > before,
        "Alice builds the blocks"
    );
}

#[test]
fn a_transaction_with_a_used_or_a_later_nonce_is_refused() {
    let mut chain = Chain::from_preset("embedded");
    chain.build(Vec::new());
    let once = chain.sign(Keyring::Bob, transfer(Keyring::Eve, TTC));
    let later = chain.sign_with_nonce(Keyring::Bob, transfer(Keyring::Eve, TTC), 5);
    let outcomes = chain.build(vec![once.clone(), once, later]);
    assert_eq!(outcomes[0], Ok(Ok(())));
    assert_eq!(outcomes[1], Err(InvalidTransaction::Stale.into()));
    assert_eq!(outcomes[2], Err(InvalidTransaction::Future.into()));
}

#[test]
fn a_tampered_transaction_is_refused() {
    let mut chain = Chain::from_preset("embedded");
    chain.build(Vec::new());
    let mut transaction = chain.sign(Keyring::Bob, transfer(Keyring::Eve, TTC));
    transaction.function = transfer(Keyring::Eve, 2 * TTC);
    assert_eq!(
        chain.build(vec![transaction]),
        vec![Err(InvalidTransaction::BadProof.into())]
    );
}

#[test]
fn the_randomness_of_each_block_reaches_the_seeds() {
    let mut chain = Chain::from_preset("embedded");
    chain.build_until(41);
    let seeds: Vec<_> = (0..3)
        .map(|epoch| chain.with_state(|| Entropy::seed(epoch)).unwrap().seed)
        .collect();
    assert_ne!(seeds[0], seeds[1]);
    assert_ne!(seeds[1], seeds[2]);
    assert_eq!(chain.with_state(|| Entropy::seed(3)), None);
}

#[test]
fn proofs_of_an_account_that_is_no_miner_never_enter_a_block() {
    let mut chain = Chain::from_preset("embedded");
    chain.build(Vec::new());
    let transaction = chain.sign(
        Keyring::Bob,
        MarketCall::submit_proofs {
            proofs: Proofs::default(),
        },
    );
    let refused = TransactionValidityError::Invalid(InvalidTransaction::Custom(101));
    assert_eq!(chain.build(vec![transaction]), vec![Err(refused)]);
}

#[test]
fn proofs_of_a_miner_that_are_not_due_never_enter_a_block() {
    let mut chain = Chain::from_preset("embedded");
    chain.build(Vec::new());
    let peer = b"/ip4/127.0.0.1/tcp/4001".to_vec().try_into().unwrap();
    assert_ok!(chain.call(Keyring::Bob, MarketCall::register { total: 1 << 30, peer }));
    assert_eq!(chain.with_state(Market::view_statistics).miners, 1);
    let transaction = chain.sign(
        Keyring::Bob,
        MarketCall::submit_proofs {
            proofs: Proofs::default(),
        },
    );
    let refused = TransactionValidityError::Invalid(InvalidTransaction::Custom(102));
    assert_eq!(chain.build(vec![transaction]), vec![Err(refused)]);
}

#[test]
fn a_batch_of_proofs_has_no_lane_of_its_own_and_brings_no_events() {
    let mut chain = Chain::from_preset("embedded");
    chain.build(Vec::new());
    let peer = b"/ip4/127.0.0.1/tcp/4001".to_vec().try_into().unwrap();
    assert_ok!(chain.call(Keyring::Bob, MarketCall::register { total: 1 << 30, peer }));
    let junk = || -> RuntimeCall {
        let proofs: Vec<_> = (0..32).map(|id| (1_000_000 + id, Default::default())).collect();
        let proofs: Proofs = proofs.try_into().expect("32 fit");
        MarketCall::submit_proofs { proofs }.into()
    };
    let batch = |calls| -> RuntimeCall { pallet_utility::Call::<Runtime>::batch { calls }.into() };
    let refused = TransactionValidityError::Invalid(InvalidTransaction::Custom(103));
    for who in [Keyring::Bob, Keyring::Charlie] {
        let only_proofs = chain.sign(who, batch((0..30).map(|_| junk()).collect()));
        assert_eq!(chain.build(vec![only_proofs]), vec![Err(refused)]);
        let by_root = pallet_sudo::Call::<Runtime>::sudo {
            call: Box::new(junk()),
        };
        let by_root = chain.sign(who, by_root);
        assert_eq!(chain.build(vec![by_root]), vec![Err(refused)]);
    }
    // With an ordinary call among them it is an ordinary batch, paid for as one.
    let remark: RuntimeCall = frame_system::Call::<Runtime>::remark { remark: Vec::new() }.into();
    for who in [Keyring::Bob, Keyring::Charlie] {
        let before = balance(&mut chain, who);
        assert_ok!(chain.call(who, batch(vec![remark.clone(), junk(), junk()])));
        assert!(balance(&mut chain, who) < before);
        let told = chain.with_state(|| {
            System::read_events_no_consensus()
                .filter(|record| matches!(record.event, RuntimeEvent::Market(_)))
                .count()
        });
        assert_eq!(told, 0);
    }
}

#[test]
fn roots_key_sends_what_only_root_may() {
    let mut chain = Chain::from_preset("embedded");
    chain.build(Vec::new());
    let upgrade = || frame_system::Call::<Runtime>::authorize_upgrade {
        code_hash: Default::default(),
    };
    let by_root = pallet_sudo::Call::<Runtime>::sudo {
        call: Box::new(upgrade().into()),
    };
    let stranger = chain.sign(Keyring::Bob, by_root.clone());
    let refused = TransactionValidityError::Invalid(InvalidTransaction::Custom(103));
    assert_eq!(chain.build(vec![stranger]), vec![Err(refused)]);
    assert_ok!(chain.call(Keyring::Alice, by_root));
    assert!(chain.with_state(System::authorized_upgrade).is_some());
}

#[test]
fn proofs_raise_fees_as_ordinary_calls_do() {
    let next = |class| {
        let mut chain = Chain::from_preset("embedded");
        chain.build(Vec::new());
        chain.with_state(|| {
            System::register_extra_weight_unchecked(MAXIMUM_BLOCK_WEIGHT / 2, class);
            FeesByFullness::convert(Multiplier::from_u32(2))
        })
    };
    assert!(next(DispatchClass::Normal) > Multiplier::from_u32(2));
    assert_eq!(next(DispatchClass::Operational), next(DispatchClass::Normal));
    let mut idle = Chain::from_preset("embedded");
    idle.build(Vec::new());
    let idle = idle.with_state(|| FeesByFullness::convert(Multiplier::from_u32(2)));
    assert!(idle < Multiplier::from_u32(2));
}

#[test]
fn an_order_is_placed_watched_and_cancelled_with_everything_but_the_fees_back() {
    let mut chain = Chain::from_preset("embedded");
    chain.build(Vec::new());
    let before = balance(&mut chain, Keyring::Dave);
    let quote = chain
        .with_state(|| Market::view_order_price(1 << 20, 14_400, 3))
        .unwrap();
    let order = MarketCall::create_order {
        cid: b"bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi"
            .to_vec()
            .try_into()
            .unwrap(),
        note: Default::default(),
        root: [7; 32],
        size: 1 << 20,
        duration: 14_400,
        wanted: 3,
        tips: 0,
        max_price: TTC,
    };
    assert_ok!(chain.call(Keyring::Dave, order));
    let dave = Keyring::Dave.to_account_id();
    let page = chain.with_state(|| Market::view_user_orders(&dave, None, 10));
    assert_eq!((page.items.len(), page.total, page.next), (1, 1, None));
    let id = page.items[0].id;
    assert_eq!(
        (page.items[0].price, page.items[0].deposit),
        (quote.quote.total, quote.deposit)
    );
    assert!(balance(&mut chain, Keyring::Dave) < before - page.items[0].price);
    assert_ok!(chain.call(Keyring::Dave, MarketCall::cancel_order { id }));
    let lost = before - balance(&mut chain, Keyring::Dave) - quote.deposit;
    assert!(
        lost < TTC / 50,
        "only fees are lost, the deposit comes back at the purge: {lost}"
    );
    assert!(chain
        .call(Keyring::Dave, MarketCall::cancel_order { id })
        .is_err());
}

#[test]
fn only_root_changes_the_market() {
    let mut chain = Chain::from_preset("embedded");
    chain.build(Vec::new());
    let pause = MarketCall::pause { is_paused: true };
    assert_eq!(
        chain.call(Keyring::Bob, pause.clone()),
        Err(DispatchError::BadOrigin)
    );
    let by_root = pallet_sudo::Call::<Runtime>::sudo {
        call: Box::new(pause.into()),
    };
    assert_ok!(chain.call(Keyring::Alice, by_root));
    assert!(chain.with_state(pallet_storage_market::Paused::<Runtime>::get));
}
