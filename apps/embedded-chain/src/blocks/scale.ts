import type { Hex } from '../store/block-record.ts'

/** A number as SCALE writes a u64: eight bytes, lowest first. */
export function u64Hex(value: number | bigint): Hex {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return `0x${bytes.toString('hex')}`
}

/** Reads what {@link u64Hex} writes. */
export function u64From(hex: string): bigint {
  return Buffer.from(hex.slice(2), 'hex').readBigUInt64LE()
}

/** A number as SCALE writes a u32. */
export function u32Bytes(value: number): Uint8Array {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
