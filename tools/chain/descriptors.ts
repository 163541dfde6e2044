import { generateMultipleDescriptors } from '@polkadot-api/codegen'
import { EntryPointCodec, TypedefCodec } from '@polkadot-api/metadata-compatibility'
import { compactNumber, metadata, Tuple, unifyMetadata, Vector } from '@polkadot-api/substrate-bindings'
import { getMetadataFromRuntime } from '@polkadot-api/wasm-executor/node'
import ts from 'typescript'

/** Where the chain client's descriptors lie, from the repository's root. */
export const DESCRIPTORS_DIR = 'packages/chain-client/generated'

/** What clients use of the runtime; everything else stays out of the browser and of the types. */
const USED = [
  'query.System.Account',
  'query.System.Events',
  'query.System.LastRuntimeUpgrade',
  'query.Timestamp.Now',
  'query.Market.Income',
  'query.Market.Miners',
  'query.Rights.Commits',
  'query.Rights.Works',
  'tx.Balances.transfer_keep_alive',
  'tx.Market.create_order',
  'tx.Market.cancel_order',
  'tx.Market.close_order',
  'tx.Market.extend_order',
  'tx.Market.register',
  'tx.Market.update_miner',
  'tx.Market.deregister',
  'tx.Market.calculate_reward',
  'tx.Market.withdrawal',
  'tx.Market.purge',
  'tx.Market.leave',
  'tx.Utility.batch_all',
  'tx.Utility.force_batch',
  'tx.Rights.commit',
  'tx.Rights.reveal',
  'tx.Rights.release',
  'error.*',
  'api.MarketApi.*',
  'api.AccountNonceApi.account_nonce',
  'const.Balances.ExistentialDeposit',
  'const.Market.PotId',
  'const.Rights.Deposit',
  'const.Rights.ContestPeriod',
]

/** What only miners use: a set of its own, because a browser loads none of it. */
const USED_BY_MINERS = ['tx.Market.accept', 'tx.Market.submit_proofs', 'tx.Market.report_missed']

/** The runtime's own description of itself, read out of its WASM without a chain. */
export function readMetadata(wasm: Uint8Array): Uint8Array {
  const hex = getMetadataFromRuntime(`0x${Buffer.from(wasm).toString('hex')}`)
  // Not a Buffer: the codecs read from the start of whatever memory is under it.
  const opaque = Uint8Array.from(Buffer.from(hex.slice(2), 'hex'))
  return opaque.slice(compactNumber.enc(compactNumber.dec(opaque)).length)
}

/**
 * The files of the descriptors by name: types of everything in USED for the compiler, and one small script that lets PAPI
 * see whether the chain it talks to still means the same. A second pair of files is the miners'.
 * @param wasm the committed runtime
 */
export function makeDescriptors(wasm: Uint8Array): Record<string, string> {
  const runtime = unifyMetadata(metadata.dec(readMetadata(wasm)))
  return {
    ...descriptorsOf(runtime, 'trove', 'common-types', USED),
    ...descriptorsOf(runtime, 'miner', 'miner-types', USED_BY_MINERS),
  }
}

/** One set: the script `<key>.js` with its types, and those that the calls have in common in a file of their own. */
function descriptorsOf(runtime: Runtime, key: string, typesFile: string, whitelist: string[]): Record<string, string> {
  const paths = {
    client: 'polkadot-api',
    metadataTypes: '',
    types: `./${typesFile}.js`,
    descriptorValues: '',
    common: '',
  }
  const made = generateMultipleDescriptors([{ key, metadata: runtime, knownTypes: {} }], paths, { whitelist })
  const { typedefs, entryPoints } = made.metadataTypes
  const types = Tuple(Vector(EntryPointCodec), Vector(TypedefCodec)).enc([entryPoints, typedefs])
  return {
    [`${typesFile}.d.ts`]: declarations(made.typesFileContent),
    [`${key}.d.ts`]: declarations(withoutLists(made.descriptorTypesFiles[0]?.content ?? '')),
    [`${key}.js`]: script(made.descriptorsFileContent, key, Buffer.from(types).toString('base64')),
  }
}

type Runtime = ReturnType<typeof unifyMetadata>

const NOTE = '// Made from the runtime’s WASM by `node tools/build-descriptors.ts`; do not edit.\n'

/** Leaves out the list of all there is in the runtime, which changes with every pallet and which nobody reads. */
function withoutLists(source: string): string {
  return source.slice(0, source.indexOf('type AllInteractions'))
}

function declarations(source: string): string {
  const compilerOptions = { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, removeComments: true }
  return NOTE + ts.transpileDeclaration(source, { compilerOptions }).outputText
}

function script(descriptors: string, key: string, types: string): string {
  const source = `${descriptors}
const metadataTypes = Uint8Array.from(atob("${types}"), (letter) => letter.charCodeAt(0))
const getMetadata = () => Promise.reject(new Error('the metadata is the chain’s to give'))
export default { descriptors: Promise.resolve(${key[0]?.toUpperCase()}${key.slice(1)}), metadataTypes: Promise.resolve(metadataTypes), asset: {}, extensions: {}, getMetadata, genesis: undefined }
`
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext }
  return NOTE + ts.transpileModule(source, { compilerOptions }).outputText
}
