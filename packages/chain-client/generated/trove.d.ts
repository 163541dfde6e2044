// Made from the runtime’s WASM by `node tools/build-descriptors.ts`; do not edit.
import { StorageDescriptor, PlainDescriptor, TxDescriptor, RuntimeDescriptor, Enum, ApisFromDef, QueryFromPalletsDef, TxFromPalletsDef, EventsFromPalletsDef, ErrorsFromPalletsDef, ConstFromPalletsDef, ViewFnsFromPalletsDef, SS58String, SizedHex, FixedSizeArray } from "polkadot-api";
import type { I5sesotjlssv2d, Ifhc7gq6q9bdqs, Ieniouoqkq4icf, I3rftu7ngk2c5u, I5n7h6635cfh3p, I8uo3fpd3bcc6f, Ifcc4goaa3pmka, I4ktuaksf5i1gk, Iaiqkhcda6vfav, I5ev8cghm9ft5v, Ic5b47dj4coa3r, I2t18hbuq38cdm, I4higembtp7rh0, Icr3t2kod9dj5d, I3iuppotq4jqjv, Iv0fngpt5mr04, I4arjljr6dpflb, I75n95g4ekv4sh, Icarn0tnracli8, Ifr6arnnca0ml6, Ibiabgtq4uvf94, Icpfveepm3npes, I8fh768hs5d2e5, I8nbg0a86fklhq, I1glh4vc3veb60, Ia32029p6tta31 } from "./common-types.js";
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
type IStorage = {
    System: {
        Account: StorageDescriptor<[Key: SS58String], Anonymize<I5sesotjlssv2d>, false, never>;
        Events: StorageDescriptor<[], Anonymize<Ifhc7gq6q9bdqs>, false, never>;
        LastRuntimeUpgrade: StorageDescriptor<[], Anonymize<Ieniouoqkq4icf>, true, never>;
    };
    Timestamp: {
        Now: StorageDescriptor<[], bigint, false, never>;
    };
    Market: {
        Miners: StorageDescriptor<[Key: SS58String], Anonymize<I3rftu7ngk2c5u>, true, never>;
        Income: StorageDescriptor<[Key: SS58String], bigint, false, never>;
    };
    Rights: {
        Commits: StorageDescriptor<Anonymize<I8uo3fpd3bcc6f>, Anonymize<I5n7h6635cfh3p>, true, never>;
        Works: StorageDescriptor<[Key: SizedHex<32>], Anonymize<Ifcc4goaa3pmka>, true, never>;
    };
};
type ICalls = {
    Balances: {
        transfer_keep_alive: TxDescriptor<Anonymize<I4ktuaksf5i1gk>>;
    };
    Utility: {
        batch_all: TxDescriptor<Anonymize<Iaiqkhcda6vfav>>;
        force_batch: TxDescriptor<Anonymize<Iaiqkhcda6vfav>>;
    };
    Market: {
        create_order: TxDescriptor<Anonymize<I5ev8cghm9ft5v>>;
        cancel_order: TxDescriptor<Anonymize<Ic5b47dj4coa3r>>;
        register: TxDescriptor<Anonymize<I2t18hbuq38cdm>>;
        update_miner: TxDescriptor<Anonymize<I2t18hbuq38cdm>>;
        deregister: TxDescriptor<undefined>;
        leave: TxDescriptor<Anonymize<Ic5b47dj4coa3r>>;
        calculate_reward: TxDescriptor<Anonymize<Ic5b47dj4coa3r>>;
        withdrawal: TxDescriptor<undefined>;
        purge: TxDescriptor<Anonymize<Ic5b47dj4coa3r>>;
        close_order: TxDescriptor<Anonymize<Ic5b47dj4coa3r>>;
        extend_order: TxDescriptor<Anonymize<I4higembtp7rh0>>;
    };
    Rights: {
        commit: TxDescriptor<Anonymize<Icr3t2kod9dj5d>>;
        reveal: TxDescriptor<Anonymize<I3iuppotq4jqjv>>;
        release: TxDescriptor<Anonymize<Icr3t2kod9dj5d>>;
    };
};
type IEvent = {};
type IError = {
    System: {
        InvalidSpecName: PlainDescriptor<undefined>;
        SpecVersionNeedsToIncrease: PlainDescriptor<undefined>;
        FailedToExtractRuntimeVersion: PlainDescriptor<undefined>;
        NonDefaultComposite: PlainDescriptor<undefined>;
        NonZeroRefCount: PlainDescriptor<undefined>;
        CallFiltered: PlainDescriptor<undefined>;
        MultiBlockMigrationsOngoing: PlainDescriptor<undefined>;
        NothingAuthorized: PlainDescriptor<undefined>;
        Unauthorized: PlainDescriptor<undefined>;
    };
    ParachainSystem: {
        OverlappingUpgrades: PlainDescriptor<undefined>;
        ProhibitedByPolkadot: PlainDescriptor<undefined>;
        TooBig: PlainDescriptor<undefined>;
        ValidationDataNotAvailable: PlainDescriptor<undefined>;
        HostConfigurationNotAvailable: PlainDescriptor<undefined>;
        NotScheduled: PlainDescriptor<undefined>;
    };
    Balances: {
        VestingBalance: PlainDescriptor<undefined>;
        LiquidityRestrictions: PlainDescriptor<undefined>;
        InsufficientBalance: PlainDescriptor<undefined>;
        ExistentialDeposit: PlainDescriptor<undefined>;
        Expendability: PlainDescriptor<undefined>;
        ExistingVestingSchedule: PlainDescriptor<undefined>;
        DeadAccount: PlainDescriptor<undefined>;
        TooManyReserves: PlainDescriptor<undefined>;
        TooManyHolds: PlainDescriptor<undefined>;
        TooManyFreezes: PlainDescriptor<undefined>;
        IssuanceDeactivated: PlainDescriptor<undefined>;
        DeltaZero: PlainDescriptor<undefined>;
    };
    Sudo: {
        RequireSudo: PlainDescriptor<undefined>;
    };
    Utility: {
        TooManyCalls: PlainDescriptor<undefined>;
    };
    Multisig: {
        MinimumThreshold: PlainDescriptor<undefined>;
        AlreadyApproved: PlainDescriptor<undefined>;
        NoApprovalsNeeded: PlainDescriptor<undefined>;
        TooFewSignatories: PlainDescriptor<undefined>;
        TooManySignatories: PlainDescriptor<undefined>;
        SignatoriesOutOfOrder: PlainDescriptor<undefined>;
        SenderInSignatories: PlainDescriptor<undefined>;
        NotFound: PlainDescriptor<undefined>;
        NotOwner: PlainDescriptor<undefined>;
        NoTimepoint: PlainDescriptor<undefined>;
        WrongTimepoint: PlainDescriptor<undefined>;
        UnexpectedTimepoint: PlainDescriptor<undefined>;
        MaxWeightTooLow: PlainDescriptor<undefined>;
        AlreadyStored: PlainDescriptor<undefined>;
    };
    CollatorSelection: {
        TooManyCandidates: PlainDescriptor<undefined>;
        TooFewEligibleCollators: PlainDescriptor<undefined>;
        AlreadyCandidate: PlainDescriptor<undefined>;
        NotCandidate: PlainDescriptor<undefined>;
        TooManyInvulnerables: PlainDescriptor<undefined>;
        AlreadyInvulnerable: PlainDescriptor<undefined>;
        NotInvulnerable: PlainDescriptor<undefined>;
        NoAssociatedValidatorId: PlainDescriptor<undefined>;
        ValidatorNotRegistered: PlainDescriptor<undefined>;
        InsertToCandidateListFailed: PlainDescriptor<undefined>;
        RemoveFromCandidateListFailed: PlainDescriptor<undefined>;
        DepositTooLow: PlainDescriptor<undefined>;
        UpdateCandidateListFailed: PlainDescriptor<undefined>;
        InsufficientBond: PlainDescriptor<undefined>;
        TargetIsNotCandidate: PlainDescriptor<undefined>;
        IdenticalDeposit: PlainDescriptor<undefined>;
        InvalidUnreserve: PlainDescriptor<undefined>;
    };
    Session: {
        InvalidProof: PlainDescriptor<undefined>;
        NoAssociatedValidatorId: PlainDescriptor<undefined>;
        DuplicatedKey: PlainDescriptor<undefined>;
        NoKeys: PlainDescriptor<undefined>;
        NoAccount: PlainDescriptor<undefined>;
    };
    Market: {
        BadCid: PlainDescriptor<undefined>;
        BadSize: PlainDescriptor<undefined>;
        BadDuration: PlainDescriptor<undefined>;
        BadReplicas: PlainDescriptor<undefined>;
        PriceMoved: PlainDescriptor<undefined>;
        Paused: PlainDescriptor<undefined>;
        NoOrder: PlainDescriptor<undefined>;
        NotPending: PlainDescriptor<undefined>;
        NotYet: PlainDescriptor<undefined>;
        NotMiner: PlainDescriptor<undefined>;
        AlreadyMiner: PlainDescriptor<undefined>;
        BadCapacity: PlainDescriptor<undefined>;
        CapacityInUse: PlainDescriptor<undefined>;
        NotOpen: PlainDescriptor<undefined>;
        AlreadyIn: PlainDescriptor<undefined>;
        NoSpace: PlainDescriptor<undefined>;
        NotYourTurn: PlainDescriptor<undefined>;
        TooLate: PlainDescriptor<undefined>;
        BadProof: PlainDescriptor<undefined>;
        NoSeed: PlainDescriptor<undefined>;
        NotReplica: PlainDescriptor<undefined>;
        AlreadyLeaving: PlainDescriptor<undefined>;
        NotMissed: PlainDescriptor<undefined>;
        NotServed: PlainDescriptor<undefined>;
        NothingDue: PlainDescriptor<undefined>;
        NothingToWithdraw: PlainDescriptor<undefined>;
        BadParams: PlainDescriptor<undefined>;
        BadPrice: PlainDescriptor<undefined>;
        TooManyOrders: PlainDescriptor<undefined>;
        NotOwner: PlainDescriptor<undefined>;
        AlreadyEnding: PlainDescriptor<undefined>;
        TooYoung: PlainDescriptor<undefined>;
        BondTooLow: PlainDescriptor<undefined>;
    };
    Rights: {
        AlreadyCommitted: PlainDescriptor<undefined>;
        NotCommitted: PlainDescriptor<undefined>;
        BadTitle: PlainDescriptor<undefined>;
        AnchoredEarlier: PlainDescriptor<undefined>;
        ContestOver: PlainDescriptor<undefined>;
    };
};
type IConstants = {
    Balances: {
        ExistentialDeposit: PlainDescriptor<bigint>;
    };
    Market: {
        PotId: PlainDescriptor<SizedHex<8>>;
    };
    Rights: {
        Deposit: PlainDescriptor<bigint>;
        ContestPeriod: PlainDescriptor<number>;
    };
};
type IViewFns = {};
type IRuntimeCalls = {
    AccountNonceApi: {
        account_nonce: RuntimeDescriptor<[account: SS58String], number>;
    };
    MarketApi: {
        order: RuntimeDescriptor<[id: number], Anonymize<Iv0fngpt5mr04>>;
        user_orders: RuntimeDescriptor<[owner: SS58String, cursor: Anonymize<I4arjljr6dpflb>, limit: number], Anonymize<I75n95g4ekv4sh>>;
        miner_orders: RuntimeDescriptor<[miner: SS58String, cursor: Anonymize<I4arjljr6dpflb>, limit: number], Anonymize<Icarn0tnracli8>>;
        open_orders: RuntimeDescriptor<[cursor: Anonymize<I4arjljr6dpflb>, limit: number], Anonymize<I75n95g4ekv4sh>>;
        order_price: RuntimeDescriptor<[size: bigint, duration: number, wanted: number], Anonymize<Ifr6arnnca0ml6>>;
        statistics: RuntimeDescriptor<[], Anonymize<Ibiabgtq4uvf94>>;
        miner: RuntimeDescriptor<[account: SS58String], Anonymize<Icpfveepm3npes>>;
        due: RuntimeDescriptor<[miner: SS58String, cursor: Anonymize<I4arjljr6dpflb>, limit: number], Anonymize<I8fh768hs5d2e5>>;
        join: RuntimeDescriptor<[id: number, miner: SS58String], Anonymize<I8nbg0a86fklhq>>;
        params: RuntimeDescriptor<[], Anonymize<I1glh4vc3veb60>>;
    };
};
export type TroveDispatchError = unknown;
type IAsset = PlainDescriptor<void>;
export type TroveExtensions = {};
type PalletsTypedef = {
    __storage: IStorage;
    __tx: ICalls;
    __event: IEvent;
    __error: IError;
    __const: IConstants;
    __view: IViewFns;
};
export type Trove = {
    descriptors: {
        pallets: PalletsTypedef;
        apis: IRuntimeCalls;
    } & Promise<any>;
    metadataTypes: Promise<Uint8Array>;
    asset: IAsset;
    extensions: TroveExtensions;
    getMetadata: () => Promise<Uint8Array>;
    genesis: string | undefined;
};
declare const _allDescriptors: Trove;
export default _allDescriptors;
export type TroveApis = ApisFromDef<IRuntimeCalls>;
export type TroveQueries = QueryFromPalletsDef<PalletsTypedef>;
export type TroveCalls = TxFromPalletsDef<PalletsTypedef>;
export type TroveEvents = EventsFromPalletsDef<PalletsTypedef>;
export type TroveErrors = ErrorsFromPalletsDef<PalletsTypedef>;
export type TroveConstants = ConstFromPalletsDef<PalletsTypedef>;
export type TroveViewFns = ViewFnsFromPalletsDef<PalletsTypedef>;
export type TroveCallData = Anonymize<Ia32029p6tta31> & {
    value: {
        type: string;
    };
};
