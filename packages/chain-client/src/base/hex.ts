import { fromHex as bytesOf, toHex as hexOf } from 'polkadot-api/utils'

/** Bytes as text: `0x` and lower-case hex digits. */
export type HexText = `0x${string}`

/** Bytes, or hex in any case, as lower-case hex with `0x`. */
export function toHex(value: Uint8Array | string): HexText {
  return (typeof value === 'string' ? value.toLowerCase() : hexOf(value)) as HexText
}

/** The bytes of a hex text. */
export function fromHex(hex: string): Uint8Array {
  return bytesOf(hex)
}
