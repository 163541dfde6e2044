//! Who builds blocks: invulnerable collators from genesis or root, candidates with a bond, one session every six hours.

use crate::{
    money::{HOUR, TTC},
    AccountId, Aura, Balance, Balances, BlockNumber, CollatorSelection, Runtime, RuntimeEvent, Session,
    SessionKeys,
};
use frame_support::{parameter_types, traits::ConstU32, PalletId};
use frame_system::EnsureRoot;
use sp_runtime::traits::{ConvertInto, OpaqueKeys};

parameter_types! {
    /// Account that gathers the fees from which authors are paid.
    pub const CollatorPot: PalletId = PalletId(*b"trv/coll");
    /// Length of a session in blocks.
    pub const SessionPeriod: BlockNumber = 6 * HOUR;
    /// First block of the first session.
    pub const SessionOffset: BlockNumber = 0;
    /// Held while session keys are set.
    pub const SessionKeyDeposit: Balance = TTC / 10;
}

impl pallet_authorship::Config for Runtime {
    type FindAuthor = pallet_session::FindAccountFromAuthorIndex<Self, Aura>;
    type EventHandler = CollatorSelection;
}

impl pallet_session::Config for Runtime {
    type RuntimeEvent = RuntimeEvent;
    type ValidatorId = AccountId;
    type ValidatorIdOf = ConvertInto;
    type ShouldEndSession = pallet_session::PeriodicSessions<SessionPeriod, SessionOffset>;
    type NextSessionRotation = pallet_session::PeriodicSessions<SessionPeriod, SessionOffset>;
    type SessionManager = CollatorSelection;
    type SessionHandler = <SessionKeys as OpaqueKeys>::KeyTypeIdProviders;
    type Keys = SessionKeys;
    type DisablingStrategy = ();
    type WeightInfo = pallet_session::weights::SubstrateWeight<Runtime>;
    type Currency = Balances;
    type KeyDeposit = SessionKeyDeposit;
}

impl pallet_collator_selection::Config for Runtime {
    type RuntimeEvent = RuntimeEvent;
    type Currency = Balances;
    type UpdateOrigin = EnsureRoot<AccountId>;
    type PotId = CollatorPot;
    type MaxCandidates = ConstU32<100>;
    type MinEligibleCollators = ConstU32<1>;
    type MaxInvulnerables = ConstU32<20>;
    type KickThreshold = SessionPeriod;
    type ValidatorId = AccountId;
    type ValidatorIdOf = ConvertInto;
    type ValidatorRegistration = Session;
    type WeightInfo = pallet_collator_selection::weights::SubstrateWeight<Runtime>;
}
