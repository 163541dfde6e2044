//! The token: balances and transaction fees.

use super::collators::CollatorPot;
use crate::{
    money::{DearerOfTimeAndProof, EXISTENTIAL_DEPOSIT, FEE_PER_BYTE},
    AccountId, Balance, Balances, Runtime, RuntimeEvent, RuntimeFreezeReason, RuntimeHoldReason, System,
};
use frame_support::{
    parameter_types,
    traits::{tokens::imbalance::ResolveTo, ConstU128, ConstU32, ConstU8, VariantCountOf},
    weights::ConstantMultiplier,
};
use pallet_transaction_payment::{FungibleAdapter, Multiplier, TargetedFeeAdjustment};
use sp_runtime::{traits::AccountIdConversion, FixedPointNumber, Perquintill};

parameter_types! {
    /// Where transaction fees go; authors are paid from it.
    pub CollatorPotAccount: AccountId = CollatorPot::get().into_account_truncating();
    /// Planck per byte of a transaction.
    pub const TransactionByteFee: Balance = FEE_PER_BYTE;
    /// Fullness of blocks at which fees stay as they are.
    pub const TargetBlockFullness: Perquintill = Perquintill::from_percent(25);
    /// How fast fees follow fullness.
    pub AdjustmentVariable: Multiplier = Multiplier::saturating_from_rational(75, 1_000_000);
    /// Fees never fall below their face value, also on an empty chain.
    pub MinimumMultiplier: Multiplier = Multiplier::saturating_from_integer(1);
    /// And never rise above a thousand times that.
    pub MaximumMultiplier: Multiplier = Multiplier::saturating_from_integer(1_000);
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
    type FeeMultiplierUpdate = TargetedFeeAdjustment<
        Self,
        TargetBlockFullness,
        AdjustmentVariable,
        MinimumMultiplier,
        MaximumMultiplier,
    >;
    type OperationalFeeMultiplier = ConstU8<5>;
    type WeightInfo = pallet_transaction_payment::weights::SubstrateWeight<Runtime>;
}
