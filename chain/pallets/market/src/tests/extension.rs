//! The guard before the proof lane.
use super::{one, served_order};
use crate::{extension, mock::*, Call};
use frame_support::dispatch::{DispatchClass, GetDispatchInfo};
use sp_runtime::{
    traits::{DispatchTransaction, TransactionExtension},
    transaction_validity::{InvalidTransaction, TransactionSource::External},
};

fn validate(who: AccountId, call: &RuntimeCall) -> Result<(), InvalidTransaction> {
    let outcome = Extension::new().validate_only(
        RuntimeOrigin::signed(who),
        call,
        &call.get_dispatch_info(),
        0,
        External,
        0,
    );
    outcome.map(|_| ()).map_err(|refusal| match refusal {
        sp_runtime::transaction_validity::TransactionValidityError::Invalid(invalid) => invalid,
        other => panic!("{other:?}"),
    })
}

#[test]
fn only_miners_with_a_due_proof_enter_the_lane() {
    ext().execute_with(|| {
        let (id, _) = served_order();
        let proofs = |id| {
            RuntimeCall::Market(Call::submit_proofs {
                proofs: one(id, Default::default()),
            })
        };
        let not_due = Err(InvalidTransaction::Custom(extension::NOT_DUE));
        assert_eq!(
            validate(1, &proofs(id)),
            Err(InvalidTransaction::Custom(extension::NOT_MINER))
        );
        assert_eq!(validate(11, &proofs(id)), not_due);
        register(12);
        go_to_epoch(due_of(11, id));
        assert_eq!(validate(11, &proofs(id)), Ok(()));
        assert_eq!(validate(12, &proofs(id)), not_due);
        assert_eq!(validate(11, &proofs(id + 1)), not_due);
        let empty = RuntimeCall::Market(Call::submit_proofs {
            proofs: Default::default(),
        });
        assert_eq!(validate(11, &empty), not_due);
        assert_eq!(validate(1, &RuntimeCall::Market(Call::withdrawal {})), Ok(()));
    });
}

#[test]
fn nothing_but_proofs_enters_the_lane_save_what_root_sends() {
    ext().execute_with(|| {
        register(11);
        let other = RuntimeCall::System(frame_system::Call::set_storage { items: Vec::new() });
        assert_eq!(other.get_dispatch_info().class, DispatchClass::Operational);
        let refused = Err(InvalidTransaction::Custom(extension::NOT_A_PROOF));
        assert_eq!(validate(1, &other), refused);
        assert_eq!(
            validate(11, &other),
            refused,
            "a miner has the lane for proofs only"
        );
        assert_eq!(validate(OPERATOR, &other), Ok(()));
        let proofs = RuntimeCall::Market(Call::submit_proofs {
            proofs: Default::default(),
        });
        assert_eq!(
            validate(OPERATOR, &proofs),
            Err(InvalidTransaction::Custom(extension::NOT_MINER))
        );
        let ordinary = RuntimeCall::System(frame_system::Call::remark { remark: Vec::new() });
        assert_eq!(validate(1, &ordinary), Ok(()));
    });
}

/// Bytes that an extension adds to a transaction and to what its sender signs.
fn added_bytes<Ext: TransactionExtension<RuntimeCall>>(extension: &Ext) -> usize {
    let implicit = extension.implicit().expect("it can always be told");
    codec::Encode::encoded_size(extension) + codec::Encode::encoded_size(&implicit)
}

#[test]
fn it_adds_nothing_to_what_is_signed() {
    assert_eq!(added_bytes(&Extension::new()), 0);
}
