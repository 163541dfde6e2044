//! Invariant of the pallet, for tests and try-runtime.

use crate::{BalanceOf, Commits, Config, HoldReason, Pallet, Works};
use alloc::collections::BTreeMap;
use frame_support::{ensure, traits::fungible::InspectHold};
use sp_runtime::{traits::Saturating, TryRuntimeError};

impl<T: Config> Pallet<T> {
    /// Of every author exactly the deposits of their commitments and works are held.
    pub fn check_state() -> Result<(), TryRuntimeError> {
        let commits = Commits::<T>::iter().map(|(author, _, commit)| (author, commit.deposit));
        let works = Works::<T>::iter().map(|(_, work)| (work.author, work.deposit));
        let mut deposits = BTreeMap::<T::AccountId, BalanceOf<T>>::new();
        for (author, deposit) in commits.chain(works) {
            deposits.entry(author).or_default().saturating_accrue(deposit);
        }
        for (author, deposit) in deposits {
            let held = T::Currency::balance_on_hold(&HoldReason::Anchor.into(), &author);
            ensure!(
                held == deposit,
                "what is held of an author is not the sum of their deposits"
            );
        }
        Ok(())
    }
}
