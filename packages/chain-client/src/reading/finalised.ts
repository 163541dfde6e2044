import { type HexText, toHex } from '../base/hex.ts'
import { ChainUnreachable, type Connection } from './connection.ts'

/** What a node has of the finalised chain, asked in the old way: PAPI knows no block but those it saw come. */

type Head = { hash: HexText; height: number }

/** Height of the last finalised block, from the node itself. */
export async function finalisedHeight(connection: Connection): Promise<number> {
  return (await finalisedHead(connection)).height
}

/** The last finalised block, from the node itself. */
export async function finalisedHead({ client }: Connection): Promise<Head> {
  const hash = toHex(await client._request<string>('chain_getFinalizedHead', []))
  const { number } = await client._request<{ number: string }>('chain_getHeader', [hash])
  return { hash, height: Number(number) }
}

/**
 * The hash of a block up to the last finalised one; undefined where the node does not have it: it began with a later one, or
 * threw it away.
 * @throws ChainUnreachable when the node is not there yet
 */
export async function findBlockHash(connection: Connection, height: number): Promise<HexText | undefined> {
  const hash = await connection.client._request<string | null>('chain_getBlockHash', [height])
  if (hash) return toHex(hash)
  if ((await finalisedHeight(connection)) < height) throw new ChainUnreachable(`the node has no block ${height} yet`)
  return undefined
}
