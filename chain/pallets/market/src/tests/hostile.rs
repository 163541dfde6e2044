//! Hostile input: whatever bytes, origins and numbers arrive, nothing panics, books stay right, weight stays bounded.
use super::served_order;
use crate::{mock::*, Call, Rejection, WeightInfo};
use codec::{Decode, Encode};
use frame_support::{
    dispatch::{DispatchClass, GetDispatchInfo, Pays},
    pallet_prelude::Weight,
};
use proptest::prelude::*;
use sp_runtime::traits::Dispatchable;

/// A valid call of each kind, to be damaged.
fn calls(id: u32, tag: u8, due: u32) -> Vec<Call<Test>> {
    let proof = || periodic_proof(11, id, tag, due);
    vec![
        Call::create_order {
            cid: cid(),
            note: note(),
            root: [1; 32],
            size: 3_000,
            duration: 14_400,
            wanted: 2,
            tips: 5,
            max_price: u128::MAX,
        },
        Call::cancel_order { id },
        Call::register {
            total: 10_000,
            peer: peer(),
        },
        Call::update_miner {
            total: 10_000,
            peer: peer(),
        },
        Call::deregister {},
        Call::accept { id, proof: proof() },
        Call::submit_proofs {
            proofs: vec![(id, proof()), (id, proof())].try_into().unwrap(),
        },
        Call::leave { id },
        Call::report_missed { id, miner: 11 },
        Call::calculate_reward { id },
        Call::withdrawal {},
        Call::purge { id },
        Call::set_params {
            params: crate::MarketParams::default(),
        },
        Call::set_price {
            prices: crate::DEFAULT_PRICES,
        },
        Call::pause { is_paused: true },
        Call::close_order { id },
        Call::extend_order {
            id,
            blocks: 14_400,
            max_price: u128::MAX,
        },
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn damaged_calls_from_anybody_break_nothing(
        damage in prop::collection::vec((any::<usize>(), any::<u8>(), 0u64..25, 0u32..2_000), 15..60),
    ) {
        ext().execute_with(|| {
            let (id, tag) = served_order();
            for (number, (place, byte, who, blocks)) in damage.into_iter().enumerate() {
                let all = calls(id, tag, due_or_zero(id));
                let mut bytes = all[number % all.len()].encode();
                let place = place % bytes.len();
                bytes[place] = byte;
                if let Ok(call) = Call::<Test>::decode(&mut &bytes[..]) {
                    let origin = match who {
                        0 => RuntimeOrigin::none(),
                        21 => RuntimeOrigin::root(),
                        who => RuntimeOrigin::signed(who),
                    };
                    let _ = RuntimeCall::Market(call).dispatch(origin);
                }
                pass(blocks);
                idle();
                check();
            }
        });
    }

    #[test]
    fn random_bytes_are_no_call_or_a_harmless_one(bytes in prop::collection::vec(any::<u8>(), 0..3_000)) {
        ext().execute_with(|| {
            if let Ok(call) = Call::<Test>::decode(&mut &bytes[..]) {
                let _ = RuntimeCall::Market(call).dispatch(RuntimeOrigin::signed(1));
            }
            check();
        });
    }

    #[test]
    fn numbers_at_their_ends_answer_views_without_panic(id: u32, size: u64, duration: u32, wanted: u8, limit: u32) {
        ext().execute_with(|| {
            served_order();
            let _ = Market::view_order(id);
            let _ = Market::view_order_price(size, duration, wanted);
            let _ = Market::view_order_price(u64::MAX, u32::MAX, u8::MAX);
            let _ = Market::view_user_orders(&1, Some(id), limit);
            let _ = Market::view_miner_orders(&11, Some(id), limit);
            let _ = Market::view_open_orders(Some(id), limit);
            let _ = Market::view_due(&11, Some(id), limit);
            let _ = Market::view_join(id, &11);
        });
    }
}

fn due_or_zero(id: u32) -> u32 {
    let order = crate::Orders::<Test>::get(id);
    order
        .and_then(|order| order.replicas.first().map(|replica| replica.due))
        .unwrap_or(0)
}

#[test]
fn the_last_blocks_of_the_number_space_do_not_overflow() {
    ext().execute_with(|| {
        System::set_block_number(u32::MAX - 50_000);
        register(11);
        let id = place(1, 5, 3_000, 730, 8, 0);
        accept(11, id, 5);
        System::set_block_number(u32::MAX - 1);
        let _ = Market::calculate_reward(RuntimeOrigin::signed(1), id);
        idle();
        let _ = Market::view_due(&11, None, 50);
        let _ = Market::view_order(id);
        check();
    });
}

#[test]
fn an_old_proof_or_another_files_leaf_is_worth_nothing() {
    ext().execute_with(|| {
        let (id, tag) = served_order();
        let first = due_of(11, id);
        let old = periodic_proof(11, id, tag, first);
        go_to_epoch(first);
        assert!(prove(11, id, tag));
        go_to_epoch(first + 24);
        let submit = |proof| {
            let done =
                Market::submit_proofs(RuntimeOrigin::signed(11), vec![(id, proof)].try_into().unwrap());
            assert_eq!(done.unwrap().pays_fee, Pays::Yes);
            let rejected = crate::Event::ProofRejected {
                id,
                miner: 11,
                reason: Rejection::BadProof,
            };
            System::assert_last_event(rejected.into());
        };
        submit(old);
        submit(periodic_proof(11, id, tag ^ 1, first + 24));
        check();
    });
}

#[test]
fn proofs_are_operational_and_weigh_by_what_they_carry() {
    ext().execute_with(|| {
        let (id, tag) = served_order();
        let info = |count: usize| {
            let proofs = vec![(id, periodic_proof(11, id, tag, 5)); count];
            let call = RuntimeCall::Market(Call::submit_proofs {
                proofs: proofs.try_into().unwrap(),
            });
            call.get_dispatch_info()
        };
        assert_eq!(info(1).class, DispatchClass::Operational);
        assert_eq!(info(1).pays_fee, Pays::Yes);
        assert!(info(2).call_weight.all_gt(info(1).call_weight));
        // 32 proofs at full depth stay far below a block of 2 seconds and 5 MiB.
        let largest = <() as WeightInfo>::submit_proofs(32);
        assert!(
            largest.all_lt(Weight::from_parts(500_000_000_000, 2 << 20)),
            "{largest:?}"
        );
    });
}
