import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { crashPoint } from './crash-point.ts'

/**
 * How far an order has come. `seen` is judged, `fetching` has room on a volume, `checked` lies there whole, `accepting` has
 * a call under way, `serving` is kept, `leaving` waits for its last proof. `gone` and `dropped` are ends; bytes of the
 * first are removed, and of the second nothing was kept.
 */
export const STEPS = ['seen', 'fetching', 'checked', 'accepting', 'serving', 'leaving', 'gone', 'dropped'] as const
export type Step = (typeof STEPS)[number]

/** Steps in which an order has bytes of its own, or room for them. */
export const HOLDING: readonly Step[] = ['fetching', 'checked', 'accepting', 'serving', 'leaving']
/** Steps in which the chain counts on this node. */
export const KEPT: readonly Step[] = ['accepting', 'serving', 'leaving']

export type OrderRow = {
  id: number
  cid: string
  rootHex: string
  sizeBytes: number
  step: Step
  /** Why it was dropped or is gone. */
  reason: string | undefined
  /** Folder of the volume that has its bytes. */
  volume: string | undefined
  /** Its bytes are to be fetched anew. */
  isDamaged: boolean
  tries: number
  /** Nothing is tried with it before this block. */
  nextBlock: number
  seenBlock: number
  deadlineBlock: number
  provenBlock: number | undefined
  misses: number
  isConfirmed: boolean
  /** Earned by proven time, settled or not. */
  earnedPlanck: bigint
}

/** What an order says of its file. All of it comes from whoever ordered, and only together it names bytes. */
export type Ordered = Pick<OrderRow, 'cid' | 'rootHex' | 'sizeBytes'>

/** What may be written beside a step. */
export type OrderChange = Partial<
  Pick<
    OrderRow,
    | 'reason'
    | 'volume'
    | 'isDamaged'
    | 'tries'
    | 'nextBlock'
    | 'deadlineBlock'
    | 'provenBlock'
    | 'misses'
    | 'isConfirmed'
    | 'earnedPlanck'
  >
>

export type NewOrder = Pick<OrderRow, 'id' | 'cid' | 'rootHex' | 'sizeBytes' | 'seenBlock' | 'deadlineBlock'>

const COLUMNS: Record<keyof OrderChange, string> = {
  reason: 'reason',
  volume: 'volume',
  isDamaged: 'damaged',
  tries: 'tries',
  nextBlock: 'next_block',
  deadlineBlock: 'deadline_block',
  provenBlock: 'proven_block',
  misses: 'misses',
  isConfirmed: 'confirmed',
  earnedPlanck: 'earned',
}

/** The orders of the journal. Every change is on the disk when it returns. */
export function openOrders(db: DatabaseSync) {
  const rows = (where: string, ...given: SQLInputValue[]) =>
    (db.prepare(`select * from orders where ${where} order by id`).all(...given) as Raw[]).map(toRow)
  const find = (id: number): OrderRow | undefined => rows('id = ?', id)[0]

  function write(id: number, change: OrderChange, from: readonly Step[], to?: Step): boolean {
    const entries = Object.entries(change) as [keyof OrderChange, unknown][]
    const sets = [...(to ? ['step = ?'] : []), ...entries.map(([name]) => `${COLUMNS[name]} = ?`)]
    const values = [...(to ? [to] : []), ...entries.map(([, value]) => plain(value))]
    const marks = from.map(() => '?').join()
    const sql = `update orders set ${sets.join()} where id = ? and step in (${marks})`
    return Number(db.prepare(sql).run(...values, id, ...from).changes) === 1
  }

  return {
    find,
    list: (steps: readonly Step[]): OrderRow[] => rows(`step in (${steps.map(() => '?').join()})`, ...steps),
    listDamaged: (): OrderRow[] => rows('damaged = 1'),
    /** The newest orders that were looked at, whatever became of them. */
    listNewest(most: number): OrderRow[] {
      return (db.prepare('select * from orders order by id desc limit ?').all(most) as Raw[]).map(toRow)
    },
    /** Notes an order that was not known, as `seen`; one that was dropped or is gone begins anew. */
    begin(order: NewOrder, step: Step = 'seen'): OrderRow {
      db.prepare(
        `insert or replace into orders (id, cid, root, bytes, step, seen_block, deadline_block) values (?, ?, ?, ?, ?, ?, ?)`,
      ).run(order.id, order.cid, order.rootHex, order.sizeBytes, step, order.seenBlock, order.deadlineBlock)
      return find(order.id)!
    },
    /** Takes an order from one step to another, with what changes beside it. False when it was at none of the first. */
    move(id: number, from: readonly Step[], to: Step, change: OrderChange = {}): boolean {
      crashPoint(`before ${to}`)
      const isMoved = write(id, change, from, to)
      crashPoint(`after ${to}`)
      return isMoved
    },
    /** Changes what stands beside the step. */
    note: (id: number, change: OrderChange): boolean => write(id, change, STEPS),
    /** Bytes that orders have, or have room for, on each volume: files that two orders name count once. */
    heldBytes(volume: string): number {
      const sql = `select coalesce(sum(bytes), 0) as held from (
        select distinct root, cid, bytes from orders where volume = ? and step in (${HOLDING.map(() => '?').join()}))`
      return Number((db.prepare(sql).get(volume, ...HOLDING) as { held: number }).held)
    },
    /** Whether an order needs these bytes on this volume. One that has no volume yet may find them there. */
    isHeld({ rootHex, cid, sizeBytes, volume }: Ordered & Pick<OrderRow, 'volume'>): boolean {
      const where = `root = ? and cid = ? and bytes = ? and (volume = ? or volume is null)
        and step in (${HOLDING.map(() => '?').join()})`
      return rows(where, rootHex, cid, sizeBytes, volume ?? null, ...HOLDING).length > 0
    },
    /** The orders of a file that the chain counts on this node for. */
    listKept: (cid: string): OrderRow[] => rows(`cid = ? and step in (${KEPT.map(() => '?').join()})`, cid, ...KEPT),
    /** Forgets all of them, with their calls. */
    forget: () => db.exec('delete from orders; delete from calls'),
  }
}

export type Orders = ReturnType<typeof openOrders>

type Raw = Record<string, string | number | null>

function toRow(raw: Raw): OrderRow {
  return {
    id: Number(raw.id),
    cid: String(raw.cid),
    rootHex: String(raw.root),
    sizeBytes: Number(raw.bytes),
    step: raw.step as Step,
    reason: (raw.reason as string | null) ?? undefined,
    volume: (raw.volume as string | null) ?? undefined,
    isDamaged: raw.damaged === 1,
    tries: Number(raw.tries),
    nextBlock: Number(raw.next_block),
    seenBlock: Number(raw.seen_block),
    deadlineBlock: Number(raw.deadline_block),
    provenBlock: raw.proven_block === null ? undefined : Number(raw.proven_block),
    misses: Number(raw.misses),
    isConfirmed: raw.confirmed === 1,
    earnedPlanck: BigInt(raw.earned ?? 0),
  }
}

function plain(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'bigint') return String(value)
  return (value ?? null) as SQLInputValue
}
