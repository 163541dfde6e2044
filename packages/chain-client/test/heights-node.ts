import type { HexText } from '../src/base/hex.ts'
import type { Connection } from '../src/reading/connection.ts'

/** The bytes of the one signed call that there is. */
export const BYTES: HexText = '0xabcd'

export type HeightsNode = {
  finalised: number
  nonce?: number
  /** Height of the block with the call. */
  height?: number
  /** Blocks up to this one are unknown to it. */
  unknownBlocks?: number
  /** Blocks up to this one were thrown away, and states up to that one. */
  goneBlocks?: number
  goneStates?: number
  /** What an unkept block is answered with. */
  refusal?: { name: string; code?: number }
}

export const refused = (given: object = { name: 'RpcError', code: 1 }) => Object.assign(new Error('refused'), given)
const heightOf = (hash: unknown) => Number(String(hash).replace('0x', ''))

/** A node that knows heights and nothing else. */
export function connectionTo({
  finalised,
  nonce = 4,
  height,
  unknownBlocks = 0,
  goneBlocks = 0,
  goneStates = 0,
  refusal,
}: HeightsNode): Connection {
  const answers: Record<string, (...params: unknown[]) => unknown> = {
    chain_getFinalizedHead: () => `0x${finalised}`,
    chain_getHeader: () => ({ number: finalised }),
    chain_getBlockHash: (at) => (Number(at) <= unknownBlocks || Number(at) > finalised ? null : `0x${at}`),
    chain_getBlock: (hash) => {
      if (heightOf(hash) <= goneBlocks) throw refused(refusal)
      return { block: { extrinsics: ['0x01', ...(heightOf(hash) === height ? [BYTES] : [])] } }
    },
    state_getStorage: (_, hash) => {
      if (heightOf(hash) <= goneStates) throw refused()
      return '0x0000000000000000'
    },
  }
  const success = {
    phase: { type: 'ApplyExtrinsic', value: 1 },
    event: { type: 'System', value: { type: 'ExtrinsicSuccess' } },
  }
  return {
    read: (reading: (signal: AbortSignal) => Promise<unknown>) => reading(new AbortController().signal),
    client: { _request: async (method: string, params: unknown[]) => answers[method]!(...params) },
    api: {
      apis: { AccountNonceApi: { account_nonce: async () => nonce } },
      query: {
        Timestamp: { Now: { getKey: async () => '0xdd' } },
        System: {
          Events: {
            getKey: async () => '0xee',
            getValue: async ({ at }: { at: string }) => {
              if (heightOf(at) <= goneStates) throw new Error('no such block')
              return [success]
            },
          },
        },
      },
    },
  } as unknown as Connection
}
