//! The FRAME runtime of Trove. One WASM serves two hosts: the embedded chain inside Node.js and the stock `polkadot-omni-node`.
//!
//! `configs/` holds one file per subject of pallet configuration, `apis.rs` what the hosts and clients call,
//! `genesis_config_presets.rs` the three chains one can start from this WASM.
#![cfg_attr(not(feature = "std"), no_std)]
#![recursion_limit = "256"]
// What the runtime macro writes here carries no documentation, and it takes no attribute of ours; the modules of our own
// ask for theirs again.
#![allow(missing_docs)]

extern crate alloc;

mod apis;
pub mod configs;
pub mod genesis_config_presets;
pub mod money;
pub mod weights;

#[cfg(feature = "runtime-benchmarks")]
mod benchmarks;

use alloc::{borrow::Cow, vec::Vec};
use sp_runtime::{
    generic, impl_opaque_keys,
    traits::{BlakeTwo256, IdentifyAccount, Verify},
    MultiAddress, MultiSignature,
};
use sp_version::RuntimeVersion;

pub use apis::{api, RUNTIME_API_VERSIONS};

/// Signature of a transaction: sr25519, ed25519 or ecdsa.
pub type Signature = MultiSignature;
/// Account: the 32-byte public key, or the hash of an ecdsa key.
pub type AccountId = <<Signature as Verify>::Signer as IdentifyAccount>::AccountId;
/// An amount in planck (10^-12 TTC).
pub type Balance = u128;
/// Number of transactions an account has sent.
pub type Nonce = u32;
/// 32-byte BLAKE2b hash.
pub type Hash = sp_core::H256;
/// Height of a block; all periods of the chain count blocks, so a halted chain punishes nobody.
pub type BlockNumber = u32;
/// Address form of transactions.
pub type Address = MultiAddress<AccountId, ()>;
/// Block header.
pub type Header = generic::Header<BlockNumber, BlakeTwo256>;
/// Block.
pub type Block = generic::Block<Header, UncheckedExtrinsic>;
/// A transaction as it arrives.
pub type UncheckedExtrinsic = generic::UncheckedExtrinsic<Address, RuntimeCall, Signature, TxExtension>;

/// Checks around every transaction, in this order.
pub type TxExtension = cumulus_pallet_weight_reclaim::StorageWeightReclaim<
    Runtime,
    (
        frame_system::AuthorizeCall<Runtime>,
        frame_system::CheckNonZeroSender<Runtime>,
        frame_system::CheckSpecVersion<Runtime>,
        frame_system::CheckTxVersion<Runtime>,
        frame_system::CheckGenesis<Runtime>,
        frame_system::CheckEra<Runtime>,
        frame_system::CheckNonce<Runtime>,
        frame_system::CheckWeight<Runtime>,
        // Before the fee is taken: what it refuses costs nobody anything.
        pallet_storage_market::CheckProofs<Runtime>,
        pallet_transaction_payment::ChargeTransactionPayment<Runtime>,
    ),
>;

/// Executes blocks.
pub type Executive = frame_executive::Executive<
    Runtime,
    Block,
    frame_system::ChainContext<Runtime>,
    Runtime,
    AllPalletsWithSystem,
>;

impl_opaque_keys! {
    /// Keys of a collator.
    pub struct SessionKeys {
        /// Block authoring key (sr25519).
        pub aura: Aura,
    }
}

/// Version of this runtime. `spec_version` rises with every change of behaviour, `transaction_version` when the
/// encoding of a call changes.
#[sp_version::runtime_version]
pub const VERSION: RuntimeVersion = RuntimeVersion {
    spec_name: Cow::Borrowed("trove"),
    impl_name: Cow::Borrowed("trove"),
    authoring_version: 1,
    spec_version: 3,
    impl_version: 1,
    apis: RUNTIME_API_VERSIONS,
    transaction_version: 2,
    system_version: 1,
};

/// The composed runtime.
#[frame_support::runtime]
mod runtime {
    /// The composed runtime.
    #[runtime::runtime]
    #[runtime::derive(
        RuntimeCall,
        RuntimeEvent,
        RuntimeError,
        RuntimeOrigin,
        RuntimeFreezeReason,
        RuntimeHoldReason,
        RuntimeSlashReason,
        RuntimeLockId,
        RuntimeTask,
        RuntimeViewFunction
    )]
    pub struct Runtime;

    #[runtime::pallet_index(0)]
    pub type System = frame_system;
    #[runtime::pallet_index(1)]
    pub type ParachainSystem = cumulus_pallet_parachain_system;
    #[runtime::pallet_index(2)]
    pub type Timestamp = pallet_timestamp;
    #[runtime::pallet_index(3)]
    pub type ParachainInfo = parachain_info;
    #[runtime::pallet_index(4)]
    pub type WeightReclaim = cumulus_pallet_weight_reclaim;

    #[runtime::pallet_index(10)]
    pub type Balances = pallet_balances;
    #[runtime::pallet_index(11)]
    pub type TransactionPayment = pallet_transaction_payment;

    #[runtime::pallet_index(15)]
    pub type Sudo = pallet_sudo;
    #[runtime::pallet_index(16)]
    pub type Utility = pallet_utility;
    #[runtime::pallet_index(17)]
    pub type Multisig = pallet_multisig;

    // Authorship before CollatorSelection before Session before Aura: each reads what the one before has set.
    #[runtime::pallet_index(20)]
    pub type Authorship = pallet_authorship;
    #[runtime::pallet_index(21)]
    pub type CollatorSelection = pallet_collator_selection;
    #[runtime::pallet_index(22)]
    pub type Session = pallet_session;
    #[runtime::pallet_index(23)]
    pub type Aura = pallet_aura;
    #[runtime::pallet_index(24)]
    pub type AuraExt = cumulus_pallet_aura_ext;

    // Market before Entropy: at genesis the first epoch takes its length from the market's parameters.
    #[runtime::pallet_index(40)]
    pub type Market = pallet_storage_market;
    #[runtime::pallet_index(41)]
    pub type Entropy = pallet_entropy;
    #[runtime::pallet_index(42)]
    pub type Rights = pallet_rights;
}

cumulus_pallet_parachain_system::register_validate_block! {
    Runtime = Runtime,
    BlockExecutor = cumulus_pallet_aura_ext::BlockExecutor::<Runtime, Executive>,
}
