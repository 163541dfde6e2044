//! The chains one can start from this runtime.

mod support;

use frame_support::traits::fungible::Inspect;
use serde_json::Value;
use sp_core::crypto::Ss58Codec;
use sp_genesis_builder::runtime_decl_for_genesis_builder::GenesisBuilderV1;
use sp_keyring::Sr25519Keyring as Keyring;
use storage_core::Params;
use support::{preset, Chain};
use trove_runtime::{
    configs::{tokens::CollatorPotAccount, trove::TreasuryAccount},
    money::{EXISTENTIAL_DEPOSIT, TTC},
    AccountId, Balances, Entropy, Market, Runtime,
};

#[test]
fn three_chains_are_offered_by_name() {
    let names = Runtime::preset_names();
    assert_eq!(
        names,
        ["embedded", "testnet", "production"].map(String::from).to_vec()
    );
    assert_eq!(Runtime::get_preset(&Some("unknown".into())), None);
}

#[test]
fn each_preset_builds_its_genesis_and_an_empty_block_follows() {
    for name in ["embedded", "testnet"] {
        let mut chain = Chain::from_preset(name);
        chain.build_until(3);
        assert_eq!(chain.height(), 3, "{name}");
    }
    // Nobody builds blocks before the operator has named collators, but the genesis itself stands.
    Chain::from_preset("production");
}

#[test]
fn the_embedded_chain_has_short_periods_from_its_first_epoch_on() {
    let mut chain = Chain::from_preset("embedded");
    assert_eq!(chain.with_state(Market::view_params), Params::embedded());
    assert_eq!(chain.with_state(Entropy::epoch).length, 20);
    chain.build_until(20);
    assert_eq!(chain.with_state(Entropy::epoch).index, 1);
}

#[test]
fn test_network_and_production_keep_the_periods_of_a_parachain() {
    for name in ["testnet", "production"] {
        let mut chain = Chain::from_preset(name);
        assert_eq!(chain.with_state(Market::view_params), Params::default(), "{name}");
        assert_eq!(chain.with_state(Entropy::epoch).length, 600, "{name}");
    }
}

#[test]
fn development_keys_are_funded_and_the_pots_live() {
    let mut chain = Chain::from_preset("embedded");
    chain.with_state(|| {
        for key in [
            Keyring::Alice,
            Keyring::Bob,
            Keyring::Charlie,
            Keyring::Dave,
            Keyring::Eve,
            Keyring::Ferdie,
        ] {
            assert_eq!(Balances::balance(&key.to_account_id()), 10_000_000 * TTC);
        }
        for pot in [CollatorPotAccount::get(), TreasuryAccount::get()] {
            assert_eq!(Balances::balance(&pot), EXISTENTIAL_DEPOSIT);
        }
    });
}

#[test]
fn production_holds_no_key_that_anybody_knows() {
    let text = preset(Some("production")).to_string();
    for key in Keyring::iter() {
        let account: AccountId = key.to_account_id();
        assert!(!text.contains(&account.to_ss58check()), "{key}");
    }
    assert_eq!(preset(Some("production"))["sudo"]["key"], Value::Null);
}
