import { shanghaiTime } from '../base/clock.ts'
import { yuan } from '../base/money.ts'
import type { Store } from '../base/store.ts'

/** Appends one event to the book. Call it inside the transaction that makes the change. */
export function recordEvent(
  store: Store,
  at: number,
  kind: string,
  reference: string,
  data: Record<string, string>,
): void {
  store.run('INSERT INTO events (at, kind, reference, data) VALUES ($at, $kind, $reference, $data)', {
    at,
    kind,
    reference,
    data: JSON.stringify(data),
  })
}

type Row = Record<string, string | number | bigint | null>

/** The whole book as JSON values: amounts as yuan text under the name without `Fen`, times as Shanghai text. */
export function readBook(store: Store): Record<string, unknown> {
  const table = (sql: string) => store.list<Row>(sql).map(readable)
  const sum = store.find<{ sumFen: bigint }>('SELECT COALESCE(SUM(deltaFen), 0) AS sumFen FROM entries')
  return {
    trades: table('SELECT * FROM trades ORDER BY createdAt, tradeNo'),
    refunds: table(
      `SELECT r.*, t.outTradeNo FROM refunds r JOIN trades t USING (tradeNo) ORDER BY r.createdAt, r.outRequestNo`,
    ),
    transfers: table('SELECT * FROM transfers ORDER BY createdAt, orderId'),
    balances: table(`SELECT userId, userKey, kind, balanceFen FROM accounts ORDER BY userId`),
    entries: table('SELECT * FROM entries ORDER BY seq'),
    entriesSum: yuan(sum?.sumFen ?? 0n),
    events: store
      .list<{ seq: number; at: number; kind: string; reference: string; data: string }>(
        'SELECT * FROM events ORDER BY seq',
      )
      .map((event) => ({ ...event, at: shanghaiTime(event.at), data: JSON.parse(event.data) as unknown })),
    notifications: store
      .list<Row>(
        'SELECT notifyId, outTradeNo, url, state, attempts, createdAt FROM notifications ORDER BY createdAt, notifyId',
      )
      .map((row) => ({
        ...readable(row),
        deliveries: store.list('SELECT atMachineMs, fault, answer FROM deliveries WHERE notifyId = $id ORDER BY seq', {
          id: String(row.notifyId),
        }),
      })),
  }
}

function readable(row: Row): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const [column, value] of Object.entries(row)) {
    if (typeof value === 'bigint') result[column.replace(/Fen$/, '')] = yuan(value)
    else if (typeof value === 'number' && (column === 'at' || column.endsWith('At')))
      result[column] = shanghaiTime(value)
    else result[column] = value
  }
  return result
}
