//! The token: balances and transaction fees.

use super::{collators::CollatorPot, fees::FeesByFullness};
use crate::{
    money::{DearerOfTimeAndProof, EXISTENTIAL_DEPOSIT, FEE_PER_BYTE},
    AccountId, Balance, Balances, Runtime, RuntimeEvent, RuntimeFreezeReason, RuntimeHoldReason, System,
};
use frame_support::{
    parameter_types,
    traits::{tokens::imbalance::ResolveTo, ConstU128, ConstU32, ConstU8, VariantCountOf},
    weights::ConstantMultiplier,
};
use pallet_transaction_payment::FungibleAdapter;
use sp_runtime::traits::AccountIdConversion;

parameter_types! {
    /// Where transaction fees go; authors are paid from it.
    pub CollatorPotAccount: AccountId = CollatorPot::get().into_account_truncating();
    /// Planck per byte of a transaction.
    pub const TransactionByteFee: Balance = FEE_PER_BYTE;
}

impl pallet_balances::Config for Runtime {
    type RuntimeEvent = RuntimeEvent;
    type RuntimeHoldReason = RuntimeHoldReason;
    type RuntimeFreezeReason = RuntimeFreezeReason;
    type Balance = Balance;
    type ExistentialDeposit = ConstU128<EXISTENTIAL_DEPOSIT>;
    type AccountStore = System;
    type ReserveIdentifier = [u8; 8];
    type FreezeIdentifier = RuntimeFreezeReason;
    type MaxLocks = ConstU32<50>;
    type MaxReserves = ConstU32<50>;
    type MaxFreezes = VariantCountOf<RuntimeFreezeReason>;
    type DustRemoval = ResolveTo<CollatorPotAccount, Balances>;
    type WeightInfo = pallet_balances::weights::SubstrateWeight<Runtime>;
    type DoneSlashHandler = ();
}

impl pallet_transaction_payment::Config for Runtime {
    type RuntimeEvent = RuntimeEvent;
    type OnChargeTransaction = FungibleAdapter<Balances, ResolveTo<CollatorPotAccount, Balances>>;
    type WeightToFee = DearerOfTimeAndProof;
    type LengthToFee = ConstantMultiplier<Balance, TransactionByteFee>;
    type FeeMultiplierUpdate = FeesByFullness;
    type OperationalFeeMultiplier = ConstU8<5>;
    type WeightInfo = pallet_transaction_payment::weights::SubstrateWeight<Runtime>;
}
