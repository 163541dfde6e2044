// Made from the runtime’s WASM by `node tools/build-descriptors.ts`; do not edit.
import { PlainDescriptor, TxDescriptor, Enum, ApisFromDef, QueryFromPalletsDef, TxFromPalletsDef, EventsFromPalletsDef, ErrorsFromPalletsDef, ConstFromPalletsDef, ViewFnsFromPalletsDef, FixedSizeArray } from "polkadot-api";
import type { I287klfgfes35t, I8ssdmejrptksv, I7ft1q5fnmi321, Ia32029p6tta31 } from "./miner-types.js";
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
type IStorage = {};
type ICalls = {
    Market: {
        accept: TxDescriptor<Anonymize<I287klfgfes35t>>;
        submit_proofs: TxDescriptor<Anonymize<I8ssdmejrptksv>>;
        report_missed: TxDescriptor<Anonymize<I7ft1q5fnmi321>>;
    };
};
type IEvent = {};
type IError = {};
type IConstants = {};
type IViewFns = {};
type IRuntimeCalls = {};
export type MinerDispatchError = unknown;
type IAsset = PlainDescriptor<void>;
export type MinerExtensions = {};
type PalletsTypedef = {
    __storage: IStorage;
    __tx: ICalls;
    __event: IEvent;
    __error: IError;
    __const: IConstants;
    __view: IViewFns;
};
export type Miner = {
    descriptors: {
        pallets: PalletsTypedef;
        apis: IRuntimeCalls;
    } & Promise<any>;
    metadataTypes: Promise<Uint8Array>;
    asset: IAsset;
    extensions: MinerExtensions;
    getMetadata: () => Promise<Uint8Array>;
    genesis: string | undefined;
};
declare const _allDescriptors: Miner;
export default _allDescriptors;
export type MinerApis = ApisFromDef<IRuntimeCalls>;
export type MinerQueries = QueryFromPalletsDef<PalletsTypedef>;
export type MinerCalls = TxFromPalletsDef<PalletsTypedef>;
export type MinerEvents = EventsFromPalletsDef<PalletsTypedef>;
export type MinerErrors = ErrorsFromPalletsDef<PalletsTypedef>;
export type MinerConstants = ConstFromPalletsDef<PalletsTypedef>;
export type MinerViewFns = ViewFnsFromPalletsDef<PalletsTypedef>;
export type MinerCallData = Anonymize<Ia32029p6tta31> & {
    value: {
        type: string;
    };
};
