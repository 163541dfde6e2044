//! Every movement of money. The pot's books (`Ledger`) change here and nowhere else, always together with the token.
use crate::{Config, Event, HoldReason, Income, Ledger, Pallet, Params};
use frame_support::traits::{
    fungible::{hold::Mutate as _, Mutate as _},
    tokens::{Fortitude, Precision, Preservation, Restriction},
    Get,
};
use sp_runtime::{traits::AccountIdConversion, ArithmeticError, DispatchError, DispatchResult};
use storage_core::{order::Order, slash, Balance};

/// Adds to one side of the books.
fn credit(side: &mut Balance, amount: Balance) -> DispatchResult {
    *side = side.checked_add(amount).ok_or(ArithmeticError::Overflow)?;
    Ok(())
}

/// Takes from one side of the books.
fn debit(side: &mut Balance, amount: Balance) -> DispatchResult {
    *side = side.checked_sub(amount).ok_or(ArithmeticError::Underflow)?;
    Ok(())
}

impl<T: Config> Pallet<T> {
    /// The account in which prices and income wait.
    pub fn pot() -> T::AccountId {
        T::PotId::get().into_account_truncating()
    }

    fn transfer(from: &T::AccountId, to: &T::AccountId, amount: Balance) -> DispatchResult {
        if amount > 0 {
            T::Currency::transfer(from, to, amount, Preservation::Preserve)?;
        }
        Ok(())
    }

    /// Takes a price from its payer into the pot. The payer's account stays alive.
    pub(crate) fn escrow_from(payer: &T::AccountId, amount: Balance) -> DispatchResult {
        Self::transfer(payer, &Self::pot(), amount)?;
        Ledger::<T>::try_mutate(|ledger| credit(&mut ledger.escrow, amount))
    }

    /// Moves part of an order's escrow out of the pot.
    pub(crate) fn escrow_to(receiver: &T::AccountId, amount: Balance) -> DispatchResult {
        Ledger::<T>::try_mutate(|ledger| debit(&mut ledger.escrow, amount))?;
        Self::transfer(&Self::pot(), receiver, amount)
    }

    /// Turns part of an order's escrow into a miner's income; the tokens stay in the pot.
    pub(crate) fn escrow_to_income(miner: &T::AccountId, amount: Balance) -> DispatchResult {
        if amount == 0 {
            return Ok(());
        }
        Ledger::<T>::try_mutate(|ledger| {
            debit(&mut ledger.escrow, amount)?;
            credit(&mut ledger.income, amount)
        })?;
        Income::<T>::try_mutate(miner, |income| credit(income, amount))
    }

    /// Pays a miner's whole income out of the pot; the amount.
    pub(crate) fn pay_income(miner: &T::AccountId) -> Result<Balance, DispatchError> {
        let amount = Income::<T>::take(miner);
        Ledger::<T>::try_mutate(|ledger| debit(&mut ledger.income, amount))?;
        Self::transfer(&Self::pot(), miner, amount)?;
        Ok(amount)
    }

    /// Holds part of an account's own balance.
    pub(crate) fn hold(reason: HoldReason, who: &T::AccountId, amount: Balance) -> DispatchResult {
        if amount == 0 {
            return Ok(());
        }
        T::Currency::hold(&reason.into(), who, amount)
    }

    /// Frees part of what is held from an account.
    pub(crate) fn release(reason: HoldReason, who: &T::AccountId, amount: Balance) -> DispatchResult {
        if amount == 0 {
            return Ok(());
        }
        T::Currency::release(&reason.into(), who, amount, Precision::Exact).map(|_| ())
    }

    /// Moves held tokens to another account's free balance. An amount that its receiver cannot take, because the account
    /// does not exist and the amount is too small to found it, goes to the pot as a gift: nothing is burnt or stuck.
    pub(crate) fn seize(
        reason: HoldReason,
        from: &T::AccountId,
        to: &T::AccountId,
        amount: Balance,
    ) -> DispatchResult {
        if amount == 0 {
            return Ok(());
        }
        let reason = reason.into();
        let send = |receiver: &T::AccountId| {
            T::Currency::transfer_on_hold(
                &reason,
                from,
                receiver,
                amount,
                Precision::Exact,
                Restriction::Free,
                Fortitude::Force,
            )
        };
        send(to).or_else(|_| send(&Self::pot())).map(|_| ())
    }

    /// Divides slashed collateral between the reporter, the order's bounty and the treasury.
    pub(crate) fn distribute_slash(
        order: &mut Order<T::AccountId>,
        miner: &T::AccountId,
        amount: Balance,
        reporter: Option<&T::AccountId>,
    ) -> DispatchResult {
        let parts = slash::split(amount, &Params::<T>::get().slash, reporter.is_some());
        if let Some(reporter) = reporter {
            Self::seize(HoldReason::Collateral, miner, reporter, parts.reporter)?;
        }
        Self::seize(HoldReason::Collateral, miner, &T::Treasury::get(), parts.treasury)?;
        Self::seize(HoldReason::Collateral, miner, &Self::pot(), parts.bounty)?;
        Ledger::<T>::try_mutate(|ledger| credit(&mut ledger.escrow, parts.bounty))?;
        credit(&mut order.bounty, parts.bounty)
    }

    /// Pays the treasury what it has earned of an order's fees by the time that was proven and settled.
    pub(crate) fn release_levy(id: u32, order: &mut Order<T::AccountId>) -> DispatchResult {
        let amount = order.release_levy();
        if amount > 0 {
            Self::escrow_to(&T::Treasury::get(), amount)?;
            Self::deposit_event(Event::FeesReleased { id, amount });
        }
        Ok(())
    }

    /// Settles one replica's proven time into its miner's income; the amount.
    pub(crate) fn settle_replica(
        id: u32,
        order: &mut Order<T::AccountId>,
        index: usize,
    ) -> Result<Balance, DispatchError> {
        let terms = order.terms();
        let Some(replica) = order.replicas.get_mut(index) else {
            return Ok(0);
        };
        let amount = replica.settle(&terms);
        let miner = replica.miner.clone();
        credit(&mut order.paid, amount)?;
        if amount > 0 {
            Self::escrow_to_income(&miner, amount)?;
            Self::deposit_event(Event::RewardCalculated { id, miner, amount });
        }
        Ok(amount)
    }
}
