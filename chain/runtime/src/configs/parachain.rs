//! Life as a parachain: validation data, slots, weight given back. No cross-chain messages are wanted, so none are handled.

use super::system::{SlotDuration, MAXIMUM_BLOCK_WEIGHT};
use crate::{money::BLOCK_MILLISECONDS, Entropy, Runtime, RuntimeEvent};
use cumulus_pallet_parachain_system::RelayNumberMonotonicallyIncreases;
use cumulus_primitives_core::AggregateMessageOrigin;
use frame_support::{
    parameter_types,
    traits::{ConstBool, ConstU32, EnqueueWithOrigin},
    weights::Weight,
};
use sp_consensus_aura::sr25519::AuthorityId as AuraId;

/// Blocks built on one relay parent.
const VELOCITY: u32 = 1;
/// Blocks that may wait for inclusion by the relay chain.
const UNINCLUDED_SEGMENT_CAPACITY: u32 = 3;
/// Slot length of the relay chain in milliseconds.
const RELAY_SLOT_MILLISECONDS: u32 = BLOCK_MILLISECONDS as u32;

/// Ties authoring to relay slots. It panics unless the parachain's slot equals the relay slot's.
pub type ConsensusHook = cumulus_pallet_aura_ext::FixedVelocityConsensusHook<
    Runtime,
    RELAY_SLOT_MILLISECONDS,
    VELOCITY,
    UNINCLUDED_SEGMENT_CAPACITY,
>;

parameter_types! {
    /// Weight kept for messages from other chains.
    pub const ReservedMessageWeight: Weight = MAXIMUM_BLOCK_WEIGHT.saturating_div(16);
    /// Where messages of the relay chain come from.
    pub const RelayOrigin: AggregateMessageOrigin = AggregateMessageOrigin::Parent;
}

impl cumulus_pallet_parachain_system::Config for Runtime {
    type RuntimeEvent = RuntimeEvent;
    type OnSystemEvent = Entropy;
    type SelfParaId = parachain_info::Pallet<Runtime>;
    type OutboundXcmpMessageSource = ();
    type DmpQueue = EnqueueWithOrigin<(), RelayOrigin>;
    type ReservedDmpWeight = ReservedMessageWeight;
    type XcmpMessageHandler = ();
    type ReservedXcmpWeight = ReservedMessageWeight;
    type CheckAssociatedRelayNumber = RelayNumberMonotonicallyIncreases;
    type WeightInfo = cumulus_pallet_parachain_system::weights::SubstrateWeight<Runtime>;
    type ConsensusHook = ConsensusHook;
    type RelayParentOffset = ConstU32<0>;
    type SchedulingSignatureVerifier = ();
}

impl parachain_info::Config for Runtime {}

impl cumulus_pallet_weight_reclaim::Config for Runtime {
    // Its measured weights are private to the crate; these are the same figures.
    type WeightInfo = ();
}

impl pallet_aura::Config for Runtime {
    type AuthorityId = AuraId;
    type DisabledValidators = ();
    type MaxAuthorities = ConstU32<100>;
    type AllowMultipleBlocksPerSlot = ConstBool<true>;
    type SlotDuration = SlotDuration;
}

impl cumulus_pallet_aura_ext::Config for Runtime {}
