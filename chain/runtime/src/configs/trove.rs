//! Our own pallets: seeds, the storage market, authorship.

use crate::{
    money::{DAY, TTC},
    AccountId, Balance, Balances, BlockNumber, Entropy, Runtime, RuntimeHoldReason,
};
use frame_support::{parameter_types, traits::Contains, PalletId};
use pallet_storage_market::EpochBlocks;
use sp_runtime::traits::AccountIdConversion;
use storage_core::{Epoch, Seed, Seeds};

parameter_types! {
    /// Names the pot in which the prices of orders wait to be earned.
    pub const MarketPot: PalletId = PalletId(*b"trv/pot_");
    /// Receives fees, reserves and part of slashes; root spends it.
    pub TreasuryAccount: AccountId = PalletId(*b"trv/trea").into_account_truncating();
    /// Held for a commitment of authorship and kept with the work.
    pub const AnchorDeposit: Balance = TTC / 100;
    /// In these seven days an earlier commitment takes a work over.
    pub const ContestPeriod: BlockNumber = 7 * DAY;
}

/// Epochs and seeds of the Entropy pallet, as the market asks for them.
pub struct EpochSeeds;

impl Seeds for EpochSeeds {
    fn epoch() -> Epoch {
        let epoch = Entropy::epoch();
        Epoch {
            index: epoch.index,
            start: epoch.start,
        }
    }

    fn seed(epoch: u32) -> Option<Seed> {
        Entropy::seed(epoch).map(|seed| Seed {
            start: seed.start,
            value: seed.seed.0,
        })
    }

    #[cfg(feature = "runtime-benchmarks")]
    fn set_epoch(epoch: Epoch, value: [u8; 32]) {
        use pallet_entropy::{EpochInfo, SeedInfo};
        let Epoch { index, start } = epoch;
        pallet_entropy::Epoch::<Runtime>::mutate(|info| {
            *info = EpochInfo {
                index,
                start,
                ..*info
            }
        });
        pallet_entropy::Seeds::<Runtime>::insert(
            index,
            SeedInfo {
                start,
                seed: value.into(),
            },
        );
    }
}

/// The account that holds root.
pub struct RootKey;

impl Contains<AccountId> for RootKey {
    fn contains(who: &AccountId) -> bool {
        pallet_sudo::Key::<Runtime>::get().as_ref() == Some(who)
    }
}

impl pallet_entropy::Config for Runtime {
    type EpochLength = EpochBlocks<Runtime>;
}

impl pallet_storage_market::Config for Runtime {
    type Currency = Balances;
    type RuntimeHoldReason = RuntimeHoldReason;
    type Seeds = EpochSeeds;
    type PotId = MarketPot;
    type Treasury = TreasuryAccount;
    type Operators = RootKey;
    type WeightInfo = crate::weights::pallet_storage_market::WeightInfo<Runtime>;
}

impl pallet_rights::Config for Runtime {
    type Currency = Balances;
    type RuntimeHoldReason = RuntimeHoldReason;
    type Deposit = AnchorDeposit;
    type ContestPeriod = ContestPeriod;
    type WeightInfo = crate::weights::pallet_rights::WeightInfo<Runtime>;
}
