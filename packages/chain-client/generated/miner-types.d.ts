// Made from the runtime’s WASM by `node tools/build-descriptors.ts`; do not edit.
import { Enum, GetEnum, SizedHex, SS58String, FixedSizeArray, TxCallData } from "polkadot-api";
type AnonymousEnum<T extends {}> = T & {
    __anonymous: true;
};
type MyTuple<T> = [T, ...T[]];
type SeparateUndefined<T> = undefined extends T ? undefined | Exclude<T, undefined> : T;
type Anonymize<T> = SeparateUndefined<T extends string | number | bigint | boolean | void | undefined | null | symbol | Uint8Array | Enum<any> ? T : T extends AnonymousEnum<infer V> ? Enum<V> : T extends MyTuple<any> ? {
    [K in keyof T]: T[K];
} : T extends [] ? [] : T extends FixedSizeArray<infer L, infer T> ? number extends L ? Array<T> : FixedSizeArray<L, T> : {
    [K in keyof T & string]: T[K];
}>;
export type I7u0k80chc0jhc = AnonymousEnum<{
    "accept": Anonymize<I287klfgfes35t>;
    "submit_proofs": Anonymize<I8ssdmejrptksv>;
    "report_missed": Anonymize<I7ft1q5fnmi321>;
}>;
export type I287klfgfes35t = {
    "id": number;
    "proof": Anonymize<I95rbo4vur76lc>;
};
export type I95rbo4vur76lc = Array<{
    "leaf": SizedHex<1024>;
    "path": Array<SizedHex<32>>;
}>;
export type I8ssdmejrptksv = {
    "proofs": Array<[number, Anonymize<I95rbo4vur76lc>]>;
};
export type I7ft1q5fnmi321 = {
    "id": number;
    "miner": SS58String;
};
export type Ia32029p6tta31 = AnonymousEnum<{
    "System": Enum<{
        "remark": {
            "remark": Uint8Array;
        };
        "set_heap_pages": {
            "pages": bigint;
        };
        "set_code": {
            "code": Uint8Array;
        };
        "set_code_without_checks": {
            "code": Uint8Array;
        };
        "set_storage": {
            "items": Array<FixedSizeArray<2, Uint8Array>>;
        };
        "kill_storage": {
            "keys": Anonymize<Itom7fk49o0c9>;
        };
        "kill_prefix": {
            "prefix": Uint8Array;
            "subkeys": number;
        };
        "remark_with_event": {
            "remark": Uint8Array;
        };
        "authorize_upgrade": {
            "code_hash": SizedHex<32>;
        };
        "authorize_upgrade_without_checks": {
            "code_hash": SizedHex<32>;
        };
        "apply_authorized_upgrade": {
            "code": Uint8Array;
        };
    }>;
    "ParachainSystem": Enum<{
        "set_validation_data": {
            "data": {
                "validation_data": {
                    "parent_head": Uint8Array;
                    "relay_parent_number": number;
                    "relay_parent_storage_root": SizedHex<32>;
                    "max_pov_size": number;
                };
                "relay_chain_state": Anonymize<Itom7fk49o0c9>;
                "relay_parent_descendants": Array<{
                    "parent_hash": SizedHex<32>;
                    "number": number;
                    "state_root": SizedHex<32>;
                    "extrinsics_root": SizedHex<32>;
                    "digest": Array<DigestItem>;
                }>;
                "collator_peer_id"?: (Uint8Array) | undefined;
            };
            "inbound_messages_data": {
                "downward_messages": {
                    "full_messages": Array<{
                        "sent_at": number;
                        "msg": Uint8Array;
                    }>;
                    "hashed_messages": Array<Anonymize<Icqnh9ino03itn>>;
                };
                "horizontal_messages": {
                    "full_messages": Array<[number, {
                        "sent_at": number;
                        "data": Uint8Array;
                    }]>;
                    "hashed_messages": Array<[number, Anonymize<Icqnh9ino03itn>]>;
                };
            };
        };
        "sudo_send_upward_message": {
            "message": Uint8Array;
        };
    }>;
    "Timestamp": Enum<{
        "set": {
            "now": bigint;
        };
    }>;
    "ParachainInfo": undefined;
    "Balances": Enum<{
        "transfer_allow_death": {
            "dest": MultiAddress;
            "value": bigint;
        };
        "force_transfer": {
            "source": MultiAddress;
            "dest": MultiAddress;
            "value": bigint;
        };
        "transfer_keep_alive": {
            "dest": MultiAddress;
            "value": bigint;
        };
        "transfer_all": {
            "dest": MultiAddress;
            "keep_alive": boolean;
        };
        "force_unreserve": {
            "who": MultiAddress;
            "amount": bigint;
        };
        "upgrade_accounts": {
            "who": Anonymize<Ia2lhg7l2hilo3>;
        };
        "force_set_balance": {
            "who": MultiAddress;
            "new_free": bigint;
        };
        "force_adjust_total_issuance": {
            "direction": BalancesAdjustmentDirection;
            "delta": bigint;
        };
        "burn": {
            "value": bigint;
            "keep_alive": boolean;
        };
    }>;
    "Sudo": Enum<{
        "sudo": {
            "call": TxCallData;
        };
        "sudo_unchecked_weight": Anonymize<Ieet7n970g1j62>;
        "set_key": {
            "new": MultiAddress;
        };
        "sudo_as": {
            "who": MultiAddress;
            "call": TxCallData;
        };
        "remove_key": undefined;
    }>;
    "Utility": Enum<{
        "batch": {
            "calls": Array<TxCallData>;
        };
        "as_derivative": {
            "index": number;
            "call": TxCallData;
        };
        "batch_all": {
            "calls": Array<TxCallData>;
        };
        "dispatch_as": {
            "as_origin": Enum<{
                "system": Enum<{
                    "Root": undefined;
                    "Signed": SS58String;
                    "None": undefined;
                    "Authorized": undefined;
                }>;
            }>;
            "call": TxCallData;
        };
        "force_batch": {
            "calls": Array<TxCallData>;
        };
        "with_weight": Anonymize<Ieet7n970g1j62>;
        "if_else": {
            "main": TxCallData;
            "fallback": TxCallData;
        };
        "dispatch_as_fallible": {
            "as_origin": Enum<{
                "system": Enum<{
                    "Root": undefined;
                    "Signed": SS58String;
                    "None": undefined;
                    "Authorized": undefined;
                }>;
            }>;
            "call": TxCallData;
        };
    }>;
    "Multisig": Enum<{
        "as_multi_threshold_1": {
            "other_signatories": Anonymize<Ia2lhg7l2hilo3>;
            "call": TxCallData;
        };
        "as_multi": {
            "threshold": number;
            "other_signatories": Anonymize<Ia2lhg7l2hilo3>;
            "maybe_timepoint"?: Anonymize<I95jfd8j5cr5eh>;
            "call": TxCallData;
            "max_weight": Anonymize<I4q39t5hn830vp>;
        };
        "approve_as_multi": {
            "threshold": number;
            "other_signatories": Anonymize<Ia2lhg7l2hilo3>;
            "maybe_timepoint"?: Anonymize<I95jfd8j5cr5eh>;
            "call_hash": SizedHex<32>;
            "max_weight": Anonymize<I4q39t5hn830vp>;
        };
        "cancel_as_multi": {
            "threshold": number;
            "other_signatories": Anonymize<Ia2lhg7l2hilo3>;
            "timepoint": Anonymize<Itvprrpb0nm3o>;
            "call_hash": SizedHex<32>;
        };
        "poke_deposit": {
            "threshold": number;
            "other_signatories": Anonymize<Ia2lhg7l2hilo3>;
            "call_hash": SizedHex<32>;
        };
    }>;
    "CollatorSelection": Enum<{
        "set_invulnerables": {
            "new": Anonymize<Ia2lhg7l2hilo3>;
        };
        "set_desired_candidates": {
            "max": number;
        };
        "set_candidacy_bond": {
            "bond": bigint;
        };
        "register_as_candidate": undefined;
        "leave_intent": undefined;
        "add_invulnerable": {
            "who": SS58String;
        };
        "remove_invulnerable": {
            "who": SS58String;
        };
        "update_bond": {
            "new_deposit": bigint;
        };
        "take_candidate_slot": {
            "deposit": bigint;
            "target": SS58String;
        };
    }>;
    "Session": Enum<{
        "set_keys": {
            "keys": SizedHex<32>;
            "proof": Uint8Array;
        };
        "purge_keys": undefined;
    }>;
    "Market": Enum<{
        "create_order": {
            "cid": Uint8Array;
            "note": Uint8Array;
            "root": SizedHex<32>;
            "size": bigint;
            "duration": number;
            "wanted": number;
            "tips": bigint;
            "max_price": bigint;
        };
        "cancel_order": {
            "id": number;
        };
        "register": {
            "total": bigint;
            "peer": Uint8Array;
        };
        "update_miner": {
            "total": bigint;
            "peer": Uint8Array;
        };
        "deregister": undefined;
        "accept": Anonymize<I287klfgfes35t>;
        "submit_proofs": Anonymize<I8ssdmejrptksv>;
        "leave": {
            "id": number;
        };
        "report_missed": Anonymize<I7ft1q5fnmi321>;
        "calculate_reward": {
            "id": number;
        };
        "withdrawal": undefined;
        "purge": {
            "id": number;
        };
        "set_params": {
            "params": {
                "timing": {
                    "epoch_blocks": number;
                    "period_epochs": number;
                    "window_epochs": number;
                };
                "samples": number;
                "pending_blocks": number;
                "lottery_blocks": number;
                "collateral": {
                    "days": number;
                    "share": number;
                    "floor": bigint;
                };
                "work": {
                    "acceptance": bigint;
                    "replica_day": bigint;
                };
                "max_misses": number;
                "shares": {
                    "staking": number;
                    "storage": number;
                    "reserve": number;
                };
                "slash": {
                    "reporter": number;
                    "bounty": number;
                    "treasury": number;
                };
                "state_deposit": bigint;
                "bond": {
                    "base": bigint;
                    "per_gib": bigint;
                    "loss": bigint;
                };
                "retention_blocks": number;
                "mib_day_bounds": {
                    "min": bigint;
                    "max": bigint;
                };
                "file_fee_bounds": {
                    "min": bigint;
                    "max": bigint;
                };
                "base_fee_bounds": {
                    "min": bigint;
                    "max": bigint;
                };
            };
        };
        "set_price": {
            "prices": {
                "mib_day": bigint;
                "file_fee": bigint;
                "base_fee": bigint;
            };
        };
        "pause": {
            "is_paused": boolean;
        };
        "close_order": {
            "id": number;
        };
        "extend_order": {
            "id": number;
            "blocks": number;
            "max_price": bigint;
        };
    }>;
    "Rights": Enum<{
        "commit": {
            "commitment": SizedHex<32>;
        };
        "reveal": {
            "content_hash": SizedHex<32>;
            "salt": SizedHex<32>;
            "title": Uint8Array;
        };
        "release": {
            "commitment": SizedHex<32>;
        };
    }>;
}>;
export type Itom7fk49o0c9 = Array<Uint8Array>;
export type DigestItem = Enum<{
    "PreRuntime": [SizedHex<4>, Uint8Array];
    "Consensus": [SizedHex<4>, Uint8Array];
    "Seal": [SizedHex<4>, Uint8Array];
    "Other": Uint8Array;
    "RuntimeEnvironmentUpdated": undefined;
}>;
export declare const DigestItem: GetEnum<DigestItem>;
export type Icqnh9ino03itn = {
    "sent_at": number;
    "msg_hash": SizedHex<32>;
};
export type MultiAddress = Enum<{
    "Id": SS58String;
    "Index": undefined;
    "Raw": Uint8Array;
    "Address32": SizedHex<32>;
    "Address20": SizedHex<20>;
}>;
export declare const MultiAddress: GetEnum<MultiAddress>;
export type Ia2lhg7l2hilo3 = Array<SS58String>;
export type BalancesAdjustmentDirection = Enum<{
    "Increase": undefined;
    "Decrease": undefined;
}>;
export declare const BalancesAdjustmentDirection: GetEnum<BalancesAdjustmentDirection>;
export type Ieet7n970g1j62 = {
    "call": TxCallData;
    "weight": Anonymize<I4q39t5hn830vp>;
};
export type I4q39t5hn830vp = {
    "ref_time": bigint;
    "proof_size": bigint;
};
export type I95jfd8j5cr5eh = (Anonymize<Itvprrpb0nm3o>) | undefined;
export type Itvprrpb0nm3o = {
    "height": number;
    "index": number;
};
export {};
