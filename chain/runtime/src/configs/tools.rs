//! Root, batches and shared accounts.

use crate::{money::TTC, Balance, Balances, OriginCaller, Runtime, RuntimeCall, RuntimeEvent, System};
use frame_support::{parameter_types, traits::ConstU32};

parameter_types! {
    /// Held while a shared account's call is open.
    pub const MultisigDepositBase: Balance = TTC / 100;
    /// And this for each of its signatories.
    pub const MultisigDepositFactor: Balance = TTC / 1_000;
}

impl pallet_sudo::Config for Runtime {
    type RuntimeEvent = RuntimeEvent;
    type RuntimeCall = RuntimeCall;
    type WeightInfo = pallet_sudo::weights::SubstrateWeight<Runtime>;
}

impl pallet_utility::Config for Runtime {
    type RuntimeEvent = RuntimeEvent;
    type RuntimeCall = RuntimeCall;
    type PalletsOrigin = OriginCaller;
    type WeightInfo = pallet_utility::weights::SubstrateWeight<Runtime>;
}

impl pallet_multisig::Config for Runtime {
    type RuntimeEvent = RuntimeEvent;
    type RuntimeCall = RuntimeCall;
    type Currency = Balances;
    type DepositBase = MultisigDepositBase;
    type DepositFactor = MultisigDepositFactor;
    type MaxSignatories = ConstU32<20>;
    type BlockNumberProvider = System;
    type WeightInfo = pallet_multisig::weights::SubstrateWeight<Runtime>;
}
