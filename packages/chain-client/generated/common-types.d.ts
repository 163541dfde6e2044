// Made from the runtime’s WASM by `node tools/build-descriptors.ts`; do not edit.
import { Enum, GetEnum, SizedHex, SS58String, ResultPayload, TxCallData, FixedSizeArray } from "polkadot-api";
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
export type I5sesotjlssv2d = {
    "nonce": number;
    "consumers": number;
    "providers": number;
    "sufficients": number;
    "data": {
        "free": bigint;
        "reserved": bigint;
        "frozen": bigint;
        "flags": bigint;
    };
};
export type Ifhc7gq6q9bdqs = Array<{
    "phase": Phase;
    "event": Enum<{
        "System": Enum<{
            "ExtrinsicSuccess": {
                "dispatch_info": Anonymize<Ic9s8f85vjtncc>;
            };
            "ExtrinsicFailed": {
                "dispatch_error": Anonymize<Ickrsdi1ooine5>;
                "dispatch_info": Anonymize<Ic9s8f85vjtncc>;
            };
            "CodeUpdated": {
                "hash": SizedHex<32>;
            };
            "NewAccount": {
                "account": SS58String;
            };
            "KilledAccount": {
                "account": SS58String;
            };
            "Remarked": {
                "sender": SS58String;
                "hash": SizedHex<32>;
            };
            "UpgradeAuthorized": {
                "code_hash": SizedHex<32>;
                "check_version": boolean;
            };
            "RejectedInvalidAuthorizedUpgrade": {
                "code_hash": SizedHex<32>;
                "error": Anonymize<Ickrsdi1ooine5>;
            };
        }>;
        "ParachainSystem": Enum<{
            "ValidationFunctionStored": undefined;
            "ValidationFunctionApplied": {
                "relay_chain_block_num": number;
            };
            "ValidationFunctionDiscarded": undefined;
            "DownwardMessagesReceived": {
                "count": number;
            };
            "DownwardMessagesProcessed": {
                "weight_used": Anonymize<I4q39t5hn830vp>;
                "dmq_head": SizedHex<32>;
            };
            "UpwardMessageSent": {
                "message_hash"?: (SizedHex<32>) | undefined;
            };
        }>;
        "Balances": Enum<{
            "Endowed": {
                "account": SS58String;
                "free_balance": bigint;
            };
            "DustLost": {
                "account": SS58String;
                "amount": bigint;
            };
            "Transfer": {
                "from": SS58String;
                "to": SS58String;
                "amount": bigint;
            };
            "BalanceSet": {
                "who": SS58String;
                "free": bigint;
            };
            "Reserved": {
                "who": SS58String;
                "amount": bigint;
            };
            "Unreserved": {
                "who": SS58String;
                "amount": bigint;
            };
            "ReserveRepatriated": {
                "from": SS58String;
                "to": SS58String;
                "amount": bigint;
                "destination_status": BalanceStatus;
            };
            "Deposit": {
                "who": SS58String;
                "amount": bigint;
            };
            "Withdraw": {
                "who": SS58String;
                "amount": bigint;
            };
            "Slashed": {
                "who": SS58String;
                "amount": bigint;
            };
            "Minted": {
                "who": SS58String;
                "amount": bigint;
            };
            "MintedCredit": {
                "amount": bigint;
            };
            "Burned": {
                "who": SS58String;
                "amount": bigint;
            };
            "BurnedDebt": {
                "amount": bigint;
            };
            "Suspended": {
                "who": SS58String;
                "amount": bigint;
            };
            "Restored": {
                "who": SS58String;
                "amount": bigint;
            };
            "Upgraded": Anonymize<I4cbvqmqadhrea>;
            "Issued": {
                "amount": bigint;
            };
            "Rescinded": {
                "amount": bigint;
            };
            "Locked": {
                "who": SS58String;
                "amount": bigint;
            };
            "Unlocked": {
                "who": SS58String;
                "amount": bigint;
            };
            "Frozen": {
                "who": SS58String;
                "amount": bigint;
            };
            "Thawed": {
                "who": SS58String;
                "amount": bigint;
            };
            "TotalIssuanceForced": {
                "old": bigint;
                "new": bigint;
            };
            "Held": {
                "reason": Anonymize<I9onkdt97gk3bg>;
                "who": SS58String;
                "amount": bigint;
            };
            "BurnedHeld": {
                "reason": Anonymize<I9onkdt97gk3bg>;
                "who": SS58String;
                "amount": bigint;
            };
            "TransferOnHold": {
                "reason": Anonymize<I9onkdt97gk3bg>;
                "source": SS58String;
                "dest": SS58String;
                "amount": bigint;
            };
            "TransferAndHold": {
                "reason": Anonymize<I9onkdt97gk3bg>;
                "source": SS58String;
                "dest": SS58String;
                "transferred": bigint;
            };
            "Released": {
                "reason": Anonymize<I9onkdt97gk3bg>;
                "who": SS58String;
                "amount": bigint;
            };
            "Unexpected": Enum<{
                "BalanceUpdated": undefined;
                "FailedToMutateAccount": undefined;
            }>;
        }>;
        "TransactionPayment": TransactionPaymentEvent;
        "Sudo": Enum<{
            "Sudid": {
                "sudo_result": Anonymize<Ibn22n7o0mjftb>;
            };
            "KeyChanged": {
                "old"?: Anonymize<Ihfphjolmsqq1>;
                "new": SS58String;
            };
            "KeyRemoved": undefined;
            "SudoAsDone": {
                "sudo_result": Anonymize<Ibn22n7o0mjftb>;
            };
        }>;
        "Utility": Enum<{
            "BatchInterrupted": {
                "index": number;
                "error": Anonymize<Ickrsdi1ooine5>;
            };
            "BatchCompleted": undefined;
            "BatchCompletedWithErrors": undefined;
            "ItemCompleted": undefined;
            "ItemFailed": {
                "error": Anonymize<Ickrsdi1ooine5>;
            };
            "DispatchedAs": {
                "result": Anonymize<Ibn22n7o0mjftb>;
            };
            "IfElseMainSuccess": undefined;
            "IfElseFallbackCalled": {
                "main_error": Anonymize<Ickrsdi1ooine5>;
            };
        }>;
        "Multisig": Enum<{
            "NewMultisig": {
                "approving": SS58String;
                "multisig": SS58String;
                "call_hash": SizedHex<32>;
            };
            "MultisigApproval": {
                "approving": SS58String;
                "timepoint": Anonymize<Itvprrpb0nm3o>;
                "multisig": SS58String;
                "call_hash": SizedHex<32>;
            };
            "MultisigExecuted": {
                "approving": SS58String;
                "timepoint": Anonymize<Itvprrpb0nm3o>;
                "multisig": SS58String;
                "call_hash": SizedHex<32>;
                "result": Anonymize<Ibn22n7o0mjftb>;
            };
            "MultisigCancelled": {
                "cancelling": SS58String;
                "timepoint": Anonymize<Itvprrpb0nm3o>;
                "multisig": SS58String;
                "call_hash": SizedHex<32>;
            };
            "DepositPoked": {
                "who": SS58String;
                "call_hash": SizedHex<32>;
                "old_deposit": bigint;
                "new_deposit": bigint;
            };
        }>;
        "CollatorSelection": Enum<{
            "NewInvulnerables": {
                "invulnerables": Anonymize<Ia2lhg7l2hilo3>;
            };
            "InvulnerableAdded": {
                "account_id": SS58String;
            };
            "InvulnerableRemoved": {
                "account_id": SS58String;
            };
            "NewDesiredCandidates": {
                "desired_candidates": number;
            };
            "NewCandidacyBond": {
                "bond_amount": bigint;
            };
            "CandidateAdded": {
                "account_id": SS58String;
                "deposit": bigint;
            };
            "CandidateBondUpdated": {
                "account_id": SS58String;
                "deposit": bigint;
            };
            "CandidateRemoved": {
                "account_id": SS58String;
            };
            "CandidateReplaced": {
                "old": SS58String;
                "new": SS58String;
                "deposit": bigint;
            };
            "InvalidInvulnerableSkipped": {
                "account_id": SS58String;
            };
        }>;
        "Session": Enum<{
            "NewSession": {
                "session_index": number;
            };
            "NewQueued": undefined;
            "ValidatorDisabled": {
                "validator": SS58String;
            };
            "ValidatorReenabled": {
                "validator": SS58String;
            };
        }>;
        "Market": Enum<{
            "OrderCreated": {
                "id": number;
                "owner": SS58String;
                "cid": Uint8Array;
                "size": bigint;
                "duration": number;
                "wanted": number;
                "quote": Anonymize<I64lh3dh0ohprg>;
            };
            "OrderCanceled": {
                "id": number;
                "owner": SS58String;
                "refund": bigint;
            };
            "OrderStarted": {
                "id": number;
                "deadline": number;
                "to_treasury": bigint;
            };
            "OrderClosing": {
                "id": number;
                "owner": SS58String;
                "deadline": number;
            };
            "OrderExtended": {
                "id": number;
                "owner": SS58String;
                "deadline": number;
                "amount": bigint;
            };
            "FeesReleased": {
                "id": number;
                "amount": bigint;
            };
            "OrderCleared": {
                "id": number;
                "owner": SS58String;
                "paid": bigint;
                "refund": bigint;
            };
            "OrderPurged": {
                "id": number;
                "owner": SS58String;
                "reward": bigint;
            };
            "MinerChanged": {
                "miner": SS58String;
                "change": Enum<{
                    "Registered": undefined;
                    "Updated": undefined;
                    "Left": undefined;
                }>;
                "total": bigint;
            };
            "ReplicaJoined": {
                "id": number;
                "miner": SS58String;
                "collateral": bigint;
                "due": number;
            };
            "ReplicaConfirmed": {
                "id": number;
                "miner": SS58String;
                "amount": bigint;
            };
            "ReplicaLeaving": Anonymize<I7ft1q5fnmi321>;
            "ReplicaLeft": Anonymize<I7ft1q5fnmi321>;
            "ProofAccepted": {
                "id": number;
                "miner": SS58String;
                "epoch": number;
                "proven": number;
            };
            "ProofRejected": {
                "id": number;
                "miner": SS58String;
                "reason": Enum<{
                    "NotDue": undefined;
                    "TooLate": undefined;
                    "BadProof": undefined;
                    "Fault": undefined;
                }>;
            };
            "ReplicaMissed": {
                "id": number;
                "miner": SS58String;
                "epoch": number;
                "slashed": bigint;
                "reporter"?: Anonymize<Ihfphjolmsqq1>;
            };
            "ReplicaLost": {
                "id": number;
                "miner": SS58String;
                "bond": bigint;
            };
            "RewardCalculated": {
                "id": number;
                "miner": SS58String;
                "amount": bigint;
            };
            "BountyEarned": {
                "id": number;
                "miner": SS58String;
                "amount": bigint;
            };
            "Withdrawn": {
                "miner": SS58String;
                "amount": bigint;
            };
            "PricesChanged": Anonymize<Iak9csllqi4lvf>;
            "ParamsChanged": Anonymize<Ibr3lltb1ejic9>;
            "PausedChanged": Anonymize<I6ovmv17pq87cf>;
        }>;
        "Rights": Enum<{
            "Committed": {
                "author": SS58String;
                "commitment": SizedHex<32>;
            };
            "Revealed": {
                "content_hash": SizedHex<32>;
                "author": SS58String;
                "committed": number;
            };
            "Replaced": {
                "content_hash": SizedHex<32>;
                "former": SS58String;
                "author": SS58String;
                "committed": number;
            };
            "Released": {
                "author": SS58String;
                "commitment": SizedHex<32>;
            };
        }>;
    }>;
    "topics": Anonymize<Ic5m5lp1oioo8r>;
}>;
export type Phase = Enum<{
    "ApplyExtrinsic": number;
    "Finalization": undefined;
    "Initialization": undefined;
}>;
export declare const Phase: GetEnum<Phase>;
export type Ic9s8f85vjtncc = {
    "weight": Anonymize<I4q39t5hn830vp>;
    "class": DispatchClass;
    "pays_fee": Enum<{
        "Yes": undefined;
        "No": undefined;
    }>;
};
export type I4q39t5hn830vp = {
    "ref_time": bigint;
    "proof_size": bigint;
};
export type DispatchClass = Enum<{
    "Normal": undefined;
    "Operational": undefined;
    "Mandatory": undefined;
}>;
export declare const DispatchClass: GetEnum<DispatchClass>;
export type Ickrsdi1ooine5 = AnonymousEnum<{
    "Other": undefined;
    "CannotLookup": undefined;
    "BadOrigin": undefined;
    "Module": Enum<{
        "System": Anonymize<I5o0s7c8q1cc9b>;
        "ParachainSystem": Anonymize<Icjkr35j4tmg7k>;
        "Timestamp": undefined;
        "Balances": Anonymize<Idj13i7adlomht>;
        "Sudo": Anonymize<Iaug04qjhbli00>;
        "Utility": Anonymize<I8dt2g2hcrgh36>;
        "Multisig": Anonymize<Ia76qmhhg4jvb9>;
        "CollatorSelection": Anonymize<I36bcffk2387dv>;
        "Session": Anonymize<I1e07dgbaqd1sq>;
        "Market": Anonymize<Iduruti1l85hmh>;
        "Rights": Anonymize<I5o9p1rsalim0m>;
    }>;
    "ConsumerRemaining": undefined;
    "NoProviders": undefined;
    "TooManyConsumers": undefined;
    "Token": TokenError;
    "Arithmetic": ArithmeticError;
    "Transactional": TransactionalError;
    "Exhausted": undefined;
    "Corruption": undefined;
    "Unavailable": undefined;
    "RootNotAllowed": undefined;
    "Trie": Enum<{
        "InvalidStateRoot": undefined;
        "IncompleteDatabase": undefined;
        "ValueAtIncompleteKey": undefined;
        "DecoderError": undefined;
        "InvalidHash": undefined;
        "DuplicateKey": undefined;
        "ExtraneousNode": undefined;
        "ExtraneousValue": undefined;
        "ExtraneousHashReference": undefined;
        "InvalidChildReference": undefined;
        "ValueMismatch": undefined;
        "IncompleteProof": undefined;
        "RootMismatch": undefined;
        "DecodeError": undefined;
    }>;
}>;
export type I5o0s7c8q1cc9b = AnonymousEnum<{
    "InvalidSpecName": undefined;
    "SpecVersionNeedsToIncrease": undefined;
    "FailedToExtractRuntimeVersion": undefined;
    "NonDefaultComposite": undefined;
    "NonZeroRefCount": undefined;
    "CallFiltered": undefined;
    "MultiBlockMigrationsOngoing": undefined;
    "NothingAuthorized": undefined;
    "Unauthorized": undefined;
}>;
export type Icjkr35j4tmg7k = AnonymousEnum<{
    "OverlappingUpgrades": undefined;
    "ProhibitedByPolkadot": undefined;
    "TooBig": undefined;
    "ValidationDataNotAvailable": undefined;
    "HostConfigurationNotAvailable": undefined;
    "NotScheduled": undefined;
}>;
export type Idj13i7adlomht = AnonymousEnum<{
    "VestingBalance": undefined;
    "LiquidityRestrictions": undefined;
    "InsufficientBalance": undefined;
    "ExistentialDeposit": undefined;
    "Expendability": undefined;
    "ExistingVestingSchedule": undefined;
    "DeadAccount": undefined;
    "TooManyReserves": undefined;
    "TooManyHolds": undefined;
    "TooManyFreezes": undefined;
    "IssuanceDeactivated": undefined;
    "DeltaZero": undefined;
}>;
export type Iaug04qjhbli00 = AnonymousEnum<{
    "RequireSudo": undefined;
}>;
export type I8dt2g2hcrgh36 = AnonymousEnum<{
    "TooManyCalls": undefined;
}>;
export type Ia76qmhhg4jvb9 = AnonymousEnum<{
    "MinimumThreshold": undefined;
    "AlreadyApproved": undefined;
    "NoApprovalsNeeded": undefined;
    "TooFewSignatories": undefined;
    "TooManySignatories": undefined;
    "SignatoriesOutOfOrder": undefined;
    "SenderInSignatories": undefined;
    "NotFound": undefined;
    "NotOwner": undefined;
    "NoTimepoint": undefined;
    "WrongTimepoint": undefined;
    "UnexpectedTimepoint": undefined;
    "MaxWeightTooLow": undefined;
    "AlreadyStored": undefined;
}>;
export type I36bcffk2387dv = AnonymousEnum<{
    "TooManyCandidates": undefined;
    "TooFewEligibleCollators": undefined;
    "AlreadyCandidate": undefined;
    "NotCandidate": undefined;
    "TooManyInvulnerables": undefined;
    "AlreadyInvulnerable": undefined;
    "NotInvulnerable": undefined;
    "NoAssociatedValidatorId": undefined;
    "ValidatorNotRegistered": undefined;
    "InsertToCandidateListFailed": undefined;
    "RemoveFromCandidateListFailed": undefined;
    "DepositTooLow": undefined;
    "UpdateCandidateListFailed": undefined;
    "InsufficientBond": undefined;
    "TargetIsNotCandidate": undefined;
    "IdenticalDeposit": undefined;
    "InvalidUnreserve": undefined;
}>;
export type I1e07dgbaqd1sq = AnonymousEnum<{
    "InvalidProof": undefined;
    "NoAssociatedValidatorId": undefined;
    "DuplicatedKey": undefined;
    "NoKeys": undefined;
    "NoAccount": undefined;
}>;
export type Iduruti1l85hmh = AnonymousEnum<{
    "BadCid": undefined;
    "BadSize": undefined;
    "BadDuration": undefined;
    "BadReplicas": undefined;
    "PriceMoved": undefined;
    "Paused": undefined;
    "NoOrder": undefined;
    "NotPending": undefined;
    "NotYet": undefined;
    "NotMiner": undefined;
    "AlreadyMiner": undefined;
    "BadCapacity": undefined;
    "CapacityInUse": undefined;
    "NotOpen": undefined;
    "AlreadyIn": undefined;
    "NoSpace": undefined;
    "NotYourTurn": undefined;
    "TooLate": undefined;
    "BadProof": undefined;
    "NoSeed": undefined;
    "NotReplica": undefined;
    "AlreadyLeaving": undefined;
    "NotMissed": undefined;
    "NotServed": undefined;
    "NothingDue": undefined;
    "NothingToWithdraw": undefined;
    "BadParams": undefined;
    "BadPrice": undefined;
    "TooManyOrders": undefined;
    "NotOwner": undefined;
    "AlreadyEnding": undefined;
    "TooYoung": undefined;
    "BondTooLow": undefined;
}>;
export type I5o9p1rsalim0m = AnonymousEnum<{
    "AlreadyCommitted": undefined;
    "NotCommitted": undefined;
    "BadTitle": undefined;
    "AnchoredEarlier": undefined;
    "ContestOver": undefined;
}>;
export type TokenError = Enum<{
    "FundsUnavailable": undefined;
    "OnlyProvider": undefined;
    "BelowMinimum": undefined;
    "CannotCreate": undefined;
    "UnknownAsset": undefined;
    "Frozen": undefined;
    "Unsupported": undefined;
    "CannotCreateHold": undefined;
    "NotExpendable": undefined;
    "Blocked": undefined;
}>;
export declare const TokenError: GetEnum<TokenError>;
export type ArithmeticError = Enum<{
    "Underflow": undefined;
    "Overflow": undefined;
    "DivisionByZero": undefined;
}>;
export declare const ArithmeticError: GetEnum<ArithmeticError>;
export type TransactionalError = Enum<{
    "LimitReached": undefined;
    "NoLayer": undefined;
}>;
export declare const TransactionalError: GetEnum<TransactionalError>;
export type BalanceStatus = Enum<{
    "Free": undefined;
    "Reserved": undefined;
}>;
export declare const BalanceStatus: GetEnum<BalanceStatus>;
export type I4cbvqmqadhrea = {
    "who": SS58String;
};
export type I9onkdt97gk3bg = AnonymousEnum<{
    "Session": Enum<{
        "Keys": undefined;
    }>;
    "Market": Enum<{
        "Collateral": undefined;
        "Bond": undefined;
        "OrderDeposit": undefined;
    }>;
    "Rights": Enum<{
        "Anchor": undefined;
    }>;
}>;
export type TransactionPaymentEvent = Enum<{
    "TransactionFeePaid": {
        "who": SS58String;
        "actual_fee": bigint;
        "tip": bigint;
    };
}>;
export declare const TransactionPaymentEvent: GetEnum<TransactionPaymentEvent>;
export type Ibn22n7o0mjftb = ResultPayload<undefined, Anonymize<Ickrsdi1ooine5>>;
export type Ihfphjolmsqq1 = (SS58String) | undefined;
export type Itvprrpb0nm3o = {
    "height": number;
    "index": number;
};
export type Ia2lhg7l2hilo3 = Array<SS58String>;
export type I64lh3dh0ohprg = {
    "base_fee": bigint;
    "file_fee": bigint;
    "storage": bigint;
    "reserve": bigint;
    "pool": bigint;
    "tips": bigint;
    "joining": bigint;
    "proving": bigint;
    "total": bigint;
};
export type I7ft1q5fnmi321 = {
    "id": number;
    "miner": SS58String;
};
export type Iak9csllqi4lvf = {
    "prices": Anonymize<I3htcrrv46fqp1>;
};
export type I3htcrrv46fqp1 = {
    "mib_day": bigint;
    "file_fee": bigint;
    "base_fee": bigint;
};
export type Ibr3lltb1ejic9 = {
    "params": Anonymize<I1glh4vc3veb60>;
};
export type I1glh4vc3veb60 = {
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
export type I6ovmv17pq87cf = {
    "is_paused": boolean;
};
export type Ic5m5lp1oioo8r = Array<SizedHex<32>>;
export type Ieniouoqkq4icf = {
    "spec_version": number;
    "spec_name": string;
};
export type I3rftu7ngk2c5u = {
    "total": bigint;
    "used": bigint;
    "replicas": number;
    "bond": bigint;
    "peer": Uint8Array;
    "since": number;
    "misses_total": number;
};
export type I5n7h6635cfh3p = {
    "block": number;
    "deposit": bigint;
};
export type I8uo3fpd3bcc6f = [SS58String, SizedHex<32>];
export type Ifcc4goaa3pmka = {
    "author": SS58String;
    "title": Uint8Array;
    "committed": number;
    "revealed": number;
    "deposit": bigint;
};
export type I2h8h8q6gg6orf = AnonymousEnum<{
    "transfer_keep_alive": Anonymize<I4ktuaksf5i1gk>;
}>;
export type I4ktuaksf5i1gk = {
    "dest": MultiAddress;
    "value": bigint;
};
export type MultiAddress = Enum<{
    "Id": SS58String;
    "Index": undefined;
    "Raw": Uint8Array;
    "Address32": SizedHex<32>;
    "Address20": SizedHex<20>;
}>;
export declare const MultiAddress: GetEnum<MultiAddress>;
export type I9cdd66hdj47ko = AnonymousEnum<{
    "batch_all": Anonymize<Iaiqkhcda6vfav>;
    "force_batch": Anonymize<Iaiqkhcda6vfav>;
}>;
export type Iaiqkhcda6vfav = {
    "calls": Array<TxCallData>;
};
export type I3eginj5dmpg69 = AnonymousEnum<{
    "create_order": Anonymize<I5ev8cghm9ft5v>;
    "cancel_order": Anonymize<Ic5b47dj4coa3r>;
    "register": Anonymize<I2t18hbuq38cdm>;
    "update_miner": Anonymize<I2t18hbuq38cdm>;
    "deregister": undefined;
    "leave": Anonymize<Ic5b47dj4coa3r>;
    "calculate_reward": Anonymize<Ic5b47dj4coa3r>;
    "withdrawal": undefined;
    "purge": Anonymize<Ic5b47dj4coa3r>;
    "close_order": Anonymize<Ic5b47dj4coa3r>;
    "extend_order": Anonymize<I4higembtp7rh0>;
}>;
export type I5ev8cghm9ft5v = {
    "cid": Uint8Array;
    "note": Uint8Array;
    "root": SizedHex<32>;
    "size": bigint;
    "duration": number;
    "wanted": number;
    "tips": bigint;
    "max_price": bigint;
};
export type Ic5b47dj4coa3r = {
    "id": number;
};
export type I2t18hbuq38cdm = {
    "total": bigint;
    "peer": Uint8Array;
};
export type I4higembtp7rh0 = {
    "id": number;
    "blocks": number;
    "max_price": bigint;
};
export type I4ti1em6g7t5pi = AnonymousEnum<{
    "commit": Anonymize<Icr3t2kod9dj5d>;
    "reveal": Anonymize<I3iuppotq4jqjv>;
    "release": Anonymize<Icr3t2kod9dj5d>;
}>;
export type Icr3t2kod9dj5d = {
    "commitment": SizedHex<32>;
};
export type I3iuppotq4jqjv = {
    "content_hash": SizedHex<32>;
    "salt": SizedHex<32>;
    "title": Uint8Array;
};
export type Iv0fngpt5mr04 = (Anonymize<Ickf37ja6uhl9>) | undefined;
export type Ickf37ja6uhl9 = {
    "id": number;
    "owner": SS58String;
    "cid": Uint8Array;
    "note": Uint8Array;
    "root": SizedHex<32>;
    "size": bigint;
    "wanted": number;
    "replication": number;
    "created": number;
    "duration": number;
    "started"?: Anonymize<I4arjljr6dpflb>;
    "closing"?: Anonymize<I4arjljr6dpflb>;
    "opened": number;
    "deadline": number;
    "ended"?: Anonymize<I4arjljr6dpflb>;
    "status": Enum<{
        "Pending": undefined;
        "Finished": undefined;
        "Canceled": undefined;
        "Cleared": undefined;
    }>;
    "consumer_status": Enum<{
        "Pending": undefined;
        "Serving": undefined;
        "Finished": undefined;
        "Canceled": undefined;
    }>;
    "provider_status"?: (Enum<{
        "Serving": undefined;
        "Uncleared": undefined;
        "Cleared": undefined;
    }>) | undefined;
    "price": bigint;
    "base_fee": bigint;
    "file_fee": bigint;
    "reserve": bigint;
    "proving": bigint;
    "levied": bigint;
    "joining": bigint;
    "joined": bigint;
    "pool": bigint;
    "tips": bigint;
    "paid": bigint;
    "bounty": bigint;
    "deposit": bigint;
    "clearable_at"?: Anonymize<I4arjljr6dpflb>;
    "replicas": Array<{
        "replica": {
            "miner": SS58String;
            "joined": number;
            "proven": number;
            "due": number;
            "misses": number;
            "confirmed": boolean;
            "leaving": boolean;
            "fresh": boolean;
            "paid": bigint;
            "collateral": bigint;
        };
        "estimated_income": bigint;
        "calculate_income": bigint;
        "peer": Uint8Array;
    }>;
};
export type I4arjljr6dpflb = (number) | undefined;
export type I75n95g4ekv4sh = {
    "items": Array<Anonymize<Ickf37ja6uhl9>>;
    "next"?: Anonymize<I4arjljr6dpflb>;
    "total": number;
};
export type Icarn0tnracli8 = {
    "items": Array<{
        "order": Anonymize<Ickf37ja6uhl9>;
        "estimated_income": bigint;
        "calculate_income": bigint;
    }>;
    "next"?: Anonymize<I4arjljr6dpflb>;
    "total": number;
};
export type Ifr6arnnca0ml6 = ({
    "quote": Anonymize<I64lh3dh0ohprg>;
    "deposit": bigint;
}) | undefined;
export type Ibiabgtq4uvf94 = {
    "miners": number;
    "live": number;
    "replicas": number;
    "total": bigint;
    "used": bigint;
    "orders": number;
    "cleared": number;
    "open": number;
    "prices": Anonymize<I3htcrrv46fqp1>;
    "block": number;
};
export type Icpfveepm3npes = ({
    "total": bigint;
    "used": bigint;
    "income": bigint;
    "replicas": number;
    "orders": number;
    "bond": bigint;
    "peer": Uint8Array;
    "since": number;
    "misses_total": number;
}) | undefined;
export type I8fh768hs5d2e5 = {
    "items": Array<{
        "id": number;
        "epoch": number;
        "last_block": number;
        "leaf_indexes": Anonymize<Iafqnechp3omqg>;
    }>;
    "next"?: Anonymize<I4arjljr6dpflb>;
    "total": number;
};
export type Iafqnechp3omqg = Array<bigint>;
export type I8nbg0a86fklhq = ({
    "leaf_indexes": Anonymize<Iafqnechp3omqg>;
    "last_block": number;
    "has_turn": boolean;
}) | undefined;
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
        "transfer_allow_death": Anonymize<I4ktuaksf5i1gk>;
        "force_transfer": {
            "source": MultiAddress;
            "dest": MultiAddress;
            "value": bigint;
        };
        "transfer_keep_alive": Anonymize<I4ktuaksf5i1gk>;
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
        "batch": Anonymize<Iaiqkhcda6vfav>;
        "as_derivative": {
            "index": number;
            "call": TxCallData;
        };
        "batch_all": Anonymize<Iaiqkhcda6vfav>;
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
        "force_batch": Anonymize<Iaiqkhcda6vfav>;
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
        "add_invulnerable": Anonymize<I4cbvqmqadhrea>;
        "remove_invulnerable": Anonymize<I4cbvqmqadhrea>;
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
        "create_order": Anonymize<I5ev8cghm9ft5v>;
        "cancel_order": Anonymize<Ic5b47dj4coa3r>;
        "register": Anonymize<I2t18hbuq38cdm>;
        "update_miner": Anonymize<I2t18hbuq38cdm>;
        "deregister": undefined;
        "accept": {
            "id": number;
            "proof": Anonymize<I95rbo4vur76lc>;
        };
        "submit_proofs": {
            "proofs": Array<[number, Anonymize<I95rbo4vur76lc>]>;
        };
        "leave": Anonymize<Ic5b47dj4coa3r>;
        "report_missed": Anonymize<I7ft1q5fnmi321>;
        "calculate_reward": Anonymize<Ic5b47dj4coa3r>;
        "withdrawal": undefined;
        "purge": Anonymize<Ic5b47dj4coa3r>;
        "set_params": Anonymize<Ibr3lltb1ejic9>;
        "set_price": Anonymize<Iak9csllqi4lvf>;
        "pause": Anonymize<I6ovmv17pq87cf>;
        "close_order": Anonymize<Ic5b47dj4coa3r>;
        "extend_order": Anonymize<I4higembtp7rh0>;
    }>;
    "Rights": Anonymize<I4ti1em6g7t5pi>;
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
export type BalancesAdjustmentDirection = Enum<{
    "Increase": undefined;
    "Decrease": undefined;
}>;
export declare const BalancesAdjustmentDirection: GetEnum<BalancesAdjustmentDirection>;
export type Ieet7n970g1j62 = {
    "call": TxCallData;
    "weight": Anonymize<I4q39t5hn830vp>;
};
export type I95jfd8j5cr5eh = (Anonymize<Itvprrpb0nm3o>) | undefined;
export type I95rbo4vur76lc = Array<{
    "leaf": SizedHex<1024>;
    "path": Anonymize<Ic5m5lp1oioo8r>;
}>;
export {};
