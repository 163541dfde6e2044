//! Guard of the proof lane. Proofs are Operational, so ordinary calls cannot crowd them out; this extension keeps that lane
//! free of junk: before a transaction enters the pool, `submit_proofs` must come from a registered miner and its first item
//! must be due. Whatever else is Operational, such as a batch of nothing but proofs, is root's or refused: a call takes the
//! class of the calls inside it, where nobody would look at them. It adds nothing to what is signed, so wallets need not know it.
use crate::{Call, Config, Miners, Orders, Pallet, Proofs, WeightInfo};
use codec::{Decode, DecodeWithMemTracking, Encode};
use core::marker::PhantomData;
use frame_support::{
    dispatch::{DispatchClass, DispatchInfo, GetDispatchInfo, PostDispatchInfo},
    traits::{Contains, IsSubType},
    weights::Weight,
};
use scale_info::TypeInfo;
use sp_runtime::{
    impl_tx_ext_default,
    traits::{
        AsSystemOriginSigner, DispatchInfoOf, DispatchOriginOf, Dispatchable, TransactionExtension,
        ValidateResult,
    },
    transaction_validity::{InvalidTransaction, TransactionSource, ValidTransaction},
};

/// Code of the refusal of an account that is not a miner.
pub const NOT_MINER: u8 = 101;

/// Code of the refusal of a call whose first proof is not due.
pub const NOT_DUE: u8 = 102;

/// Code of the refusal of any other call that would go where proofs go.
pub const NOT_A_PROOF: u8 = 103;

/// The extension; it carries no data.
#[derive(Clone, PartialEq, Eq, Encode, Decode, DecodeWithMemTracking, TypeInfo)]
#[scale_info(skip_type_params(T))]
pub struct CheckProofs<T>(PhantomData<T>);

impl<T> CheckProofs<T> {
    /// The extension.
    pub fn new() -> Self {
        CheckProofs(PhantomData)
    }
}

impl<T> Default for CheckProofs<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> core::fmt::Debug for CheckProofs<T> {
    fn fmt(&self, formatter: &mut core::fmt::Formatter) -> core::fmt::Result {
        formatter.write_str("CheckProofs")
    }
}

impl<T: Config> CheckProofs<T> {
    /// Whether these proofs of this account may enter the lane.
    pub(crate) fn check(who: &T::AccountId, proofs: &Proofs) -> Result<(), InvalidTransaction> {
        if !Miners::<T>::contains_key(who) {
            return Err(InvalidTransaction::Custom(NOT_MINER));
        }
        let is_due = proofs.first().is_some_and(|(id, _)| Self::is_due(who, *id));
        if is_due {
            Ok(())
        } else {
            Err(InvalidTransaction::Custom(NOT_DUE))
        }
    }

    /// Whether the due epoch has begun. A passed window counts: the call then books the miss.
    fn is_due(who: &T::AccountId, id: u32) -> bool {
        let Some(order) = Orders::<T>::get(id).filter(Pallet::<T>::is_living) else {
            return false;
        };
        let terms = order.terms();
        let epoch = Pallet::<T>::clock().epoch.index;
        let replica = order.replicas.iter().find(|replica| replica.miner == *who);
        replica.is_some_and(|replica| !replica.is_final(&terms) && replica.due <= epoch)
    }
}

impl<T: Config + Send + Sync> TransactionExtension<T::RuntimeCall> for CheckProofs<T>
where
    T::RuntimeCall:
        Dispatchable<Info = DispatchInfo, PostInfo = PostDispatchInfo> + GetDispatchInfo + IsSubType<Call<T>>,
    DispatchOriginOf<T::RuntimeCall>: AsSystemOriginSigner<T::AccountId>,
{
    const IDENTIFIER: &'static str = "CheckProofs";
    type Implicit = ();
    type Val = ();
    type Pre = ();

    fn weight(&self, call: &T::RuntimeCall) -> Weight {
        // Looking up who root is costs less than looking up what is due.
        match call.get_dispatch_info().class {
            DispatchClass::Operational => T::WeightInfo::check_proofs(),
            _ => Weight::zero(),
        }
    }

    fn validate(
        &self,
        origin: DispatchOriginOf<T::RuntimeCall>,
        call: &T::RuntimeCall,
        info: &DispatchInfoOf<T::RuntimeCall>,
        _len: usize,
        _self_implicit: Self::Implicit,
        _inherited_implication: &impl Encode,
        _source: TransactionSource,
    ) -> ValidateResult<Self::Val, T::RuntimeCall> {
        // What nobody has signed is judged by the pallet that takes it so.
        if let Some(who) = origin.as_system_origin_signer() {
            match call.is_sub_type() {
                Some(Call::submit_proofs { proofs }) => Self::check(who, proofs)?,
                _ if info.class == DispatchClass::Operational && !T::Operators::contains(who) => {
                    return Err(InvalidTransaction::Custom(NOT_A_PROOF).into());
                }
                _ => {}
            }
        }
        Ok((ValidTransaction::default(), (), origin))
    }

    impl_tx_ext_default!(T::RuntimeCall; prepare);
}
