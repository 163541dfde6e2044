import type { RpcClient } from './rpc-client.ts'

/** twox128 of `System`, `Account` and of `Balances`, `TotalIssuance`. */
const ACCOUNTS = '0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9'
const TOTAL_ISSUANCE = '0xc2261276cc9d1f8598ea4b6a74b15c2f57c875e4cff74148e4628f264b974c80'

const FREE_AT = 16
const RESERVED_AT = 32

function u128(bytes: Buffer, at: number): bigint {
  return bytes.readBigUInt64LE(at) + (bytes.readBigUInt64LE(at + 8) << 64n)
}

/** What all accounts hold together, and what the chain says there is, after one block. */
export async function readMoney(rpc: RpcClient, hash: string): Promise<{ held: bigint; issued: bigint }> {
  const keys: string[] = []
  for (;;) {
    const page = await rpc.call<string[]>('state_getKeysPaged', ACCOUNTS, 500, keys.at(-1) ?? ACCOUNTS, hash)
    keys.push(...page)
    if (page.length < 500) break
  }
  const [{ changes }] = await rpc.call<[{ changes: [string, string][] }]>('state_queryStorageAt', keys, hash)
  const held = changes.reduce((sum, [, value]) => {
    const bytes = Buffer.from(value.slice(2), 'hex')
    return sum + u128(bytes, FREE_AT) + u128(bytes, RESERVED_AT)
  }, 0n)
  const issued = await rpc.call<string>('state_getStorage', TOTAL_ISSUANCE, hash)
  return { held, issued: u128(Buffer.from(issued.slice(2), 'hex'), 0) }
}
