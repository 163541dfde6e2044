//! The chains one can start from this WASM: `embedded`, `testnet`, `production`.
#![warn(missing_docs)]

use crate::{
    configs::tokens::CollatorPotAccount,
    money::{EXISTENTIAL_DEPOSIT, TTC},
    AccountId, Balance, BalancesConfig, CollatorSelectionConfig, MarketConfig, ParachainInfoConfig,
    RuntimeGenesisConfig, SessionConfig, SessionKeys, SudoConfig,
};
use alloc::{vec, vec::Vec};
use sp_consensus_aura::sr25519::AuthorityId as AuraId;
use sp_genesis_builder::PresetId;
use sp_keyring::Sr25519Keyring as Keyring;
use storage_core::Params;

/// Preset of the chain inside Node.js: development keys, short periods.
pub const EMBEDDED: &str = "embedded";
/// Preset of a public test network: development keys as collators, production periods.
pub const TESTNET: &str = "testnet";
/// Preset to be completed by the operator: no funds, no keys that anybody knows.
pub const PRODUCTION: &str = "production";

/// Parachain number of the presets.
pub const PARACHAIN_ID: u32 = 2_000;

/// Balance of a development account at genesis.
const DEVELOPMENT_FUNDS: Balance = 10_000_000 * TTC;

/// The preset's whole genesis as JSON, or nothing if there is none of that name. It is complete, so a host may build the
/// state from it as it is, or lay it over the default as a patch.
pub fn get_preset(id: &PresetId) -> Option<Vec<u8>> {
    let alice = Some(Keyring::Alice.to_account_id());
    let genesis = match id.as_ref() {
        EMBEDDED => genesis(
            vec![collator(Keyring::Alice)],
            development_accounts(),
            alice,
            Params::embedded(),
        ),
        TESTNET => {
            let collators = vec![collator(Keyring::Alice), collator(Keyring::Bob)];
            genesis(collators, development_accounts(), alice, Params::default())
        }
        PRODUCTION => genesis(Vec::new(), Vec::new(), None, Params::default()),
        _ => return None,
    };
    serde_json::to_vec(&genesis).ok()
}

/// Names of the presets.
pub fn preset_names() -> Vec<PresetId> {
    vec![
        PresetId::from(EMBEDDED),
        PresetId::from(TESTNET),
        PresetId::from(PRODUCTION),
    ]
}

/// A collator whose account and authoring key are both this development key.
fn collator(key: Keyring) -> (AccountId, AuraId) {
    (key.to_account_id(), key.public().into())
}

/// The accounts of the six well-known development keys.
fn development_accounts() -> Vec<AccountId> {
    [
        Keyring::Alice,
        Keyring::Bob,
        Keyring::Charlie,
        Keyring::Dave,
        Keyring::Eve,
        Keyring::Ferdie,
    ]
    .map(|key| key.to_account_id())
    .to_vec()
}

/// The genesis with these collators, funded accounts, root key and market. The pots begin with the existential deposit, so
/// that no later payment into them is refused as dust.
fn genesis(
    collators: Vec<(AccountId, AuraId)>,
    funded: Vec<AccountId>,
    root: Option<AccountId>,
    params: Params,
) -> RuntimeGenesisConfig {
    let pots = [(CollatorPotAccount::get(), EXISTENTIAL_DEPOSIT)];
    let funds = funded.into_iter().map(|account| (account, DEVELOPMENT_FUNDS));
    let invulnerables = collators.iter().map(|(account, _)| account.clone()).collect();
    let keys = collators
        .into_iter()
        .map(|(account, aura)| (account.clone(), account, SessionKeys { aura }));
    RuntimeGenesisConfig {
        balances: BalancesConfig {
            balances: funds.chain(pots).collect(),
            dev_accounts: None,
        },
        parachain_info: ParachainInfoConfig {
            parachain_id: PARACHAIN_ID.into(),
            ..Default::default()
        },
        collator_selection: CollatorSelectionConfig {
            invulnerables,
            candidacy_bond: 100 * TTC,
            desired_candidates: 0,
        },
        session: SessionConfig {
            keys: keys.collect(),
            ..Default::default()
        },
        market: MarketConfig {
            params,
            ..Default::default()
        },
        sudo: SudoConfig { key: root },
        ..Default::default()
    }
}
