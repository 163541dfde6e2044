//! System, time and the limits of a block.

use crate::{
    money::BLOCK_MILLISECONDS, AccountId, Aura, Balance, Block, Hash, Nonce, PalletInfo, Runtime,
    RuntimeCall, RuntimeEvent, RuntimeOrigin, RuntimeTask, VERSION,
};
use frame_support::{
    derive_impl,
    dispatch::DispatchClass,
    parameter_types,
    traits::{ConstU16, ConstU32, ConstU64},
    weights::{
        constants::{BlockExecutionWeight, ExtrinsicBaseWeight, RocksDbWeight, WEIGHT_REF_TIME_PER_SECOND},
        Weight,
    },
};
use frame_system::limits::{BlockLength, BlockWeights};
use sp_runtime::{traits::AccountIdLookup, Perbill};
use sp_version::RuntimeVersion;

/// Share of a block that ordinary transactions may fill; the rest is for operational ones (proofs of storage).
pub const NORMAL_DISPATCH_RATIO: Perbill = Perbill::from_percent(75);
/// Share of a block that `on_initialize` is expected to use at most.
const ON_INITIALIZE_RATIO: Perbill = Perbill::from_percent(5);
/// The most a block may weigh: two seconds of compute and 5 MiB of storage proof.
pub const MAXIMUM_BLOCK_WEIGHT: Weight =
    Weight::from_parts(WEIGHT_REF_TIME_PER_SECOND.saturating_mul(2), 5 * 1024 * 1024);
/// The longest block body, in bytes.
const MAXIMUM_BLOCK_LENGTH: u32 = 5 * 1024 * 1024;

parameter_types! {
    /// Version of this runtime.
    pub const Version: RuntimeVersion = VERSION;
    /// How many block hashes are kept; mortal transactions reach back at most so far.
    pub const BlockHashCount: u32 = 4_096;
    /// The longest block body, in bytes.
    pub RuntimeBlockLength: BlockLength = BlockLength::builder()
        .max_length(MAXIMUM_BLOCK_LENGTH)
        .modify_max_length_for_class(DispatchClass::Normal, |max| *max = NORMAL_DISPATCH_RATIO * MAXIMUM_BLOCK_LENGTH)
        .build();
    /// Limits of a block's weight per class.
    pub RuntimeBlockWeights: BlockWeights = BlockWeights::builder()
        .base_block(BlockExecutionWeight::get())
        .for_class(DispatchClass::all(), |weights| weights.base_extrinsic = ExtrinsicBaseWeight::get())
        .for_class(DispatchClass::Normal, |weights| {
            weights.max_total = Some(NORMAL_DISPATCH_RATIO * MAXIMUM_BLOCK_WEIGHT);
        })
        .for_class(DispatchClass::Operational, |weights| {
            weights.max_total = Some(MAXIMUM_BLOCK_WEIGHT);
            weights.reserved = Some(MAXIMUM_BLOCK_WEIGHT - NORMAL_DISPATCH_RATIO * MAXIMUM_BLOCK_WEIGHT);
        })
        .avg_block_initialization(ON_INITIALIZE_RATIO)
        .build_or_panic();
}

#[derive_impl(frame_system::config_preludes::ParaChainDefaultConfig)]
impl frame_system::Config for Runtime {
    type AccountId = AccountId;
    type Lookup = AccountIdLookup<AccountId, ()>;
    type Nonce = Nonce;
    type Hash = Hash;
    type Block = Block;
    type BlockHashCount = BlockHashCount;
    type Version = Version;
    type AccountData = pallet_balances::AccountData<Balance>;
    type DbWeight = RocksDbWeight;
    type BlockWeights = RuntimeBlockWeights;
    type BlockLength = RuntimeBlockLength;
    type SS58Prefix = ConstU16<42>;
    type OnSetCode = cumulus_pallet_parachain_system::ParachainSetCode<Self>;
    type MaxConsumers = ConstU32<16>;
    type SingleBlockMigrations = (pallet_storage_market::migration::FromOneToTwo<Runtime>,);
    type SystemWeightInfo = frame_system::weights::SubstrateWeight<Runtime>;
}

impl pallet_timestamp::Config for Runtime {
    type Moment = u64;
    type OnTimestampSet = Aura;
    // Blocks of one slot may share a time; the relay chain keeps the pace.
    type MinimumPeriod = ConstU64<0>;
    type WeightInfo = pallet_timestamp::weights::SubstrateWeight<Runtime>;
}

/// Length of an authoring slot in milliseconds, as a type.
pub type SlotDuration = ConstU64<BLOCK_MILLISECONDS>;
