import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { newId } from '../../../platform/id.ts'
import type { IdentityTables } from '../tables.ts'
import { SLIDER_SECONDS } from './rules.ts'
import { drawPuzzle } from './slider-drawing.ts'

/** How far off the hole the piece may lie, in units of the drawing. */
const TOLERANCE = 6

/** Draws a puzzle and keeps its answer for two minutes. */
export async function openSlider(db: Db) {
  const { x, y, backgroundSvg, pieceSvg } = drawPuzzle()
  const id = newId()
  await db
    .withTables<IdentityTables>()
    .insertInto('sliders')
    .values({ id, target_x: x, expires_at: sql<Date>`now() + make_interval(secs => ${SLIDER_SECONDS})` })
    .execute()
  return { id, backgroundSvg, pieceSvg, y }
}

/** Checks an answer `id:x`. The puzzle is used up, right or wrong. */
export async function spendSlider(tx: Tx, answer: string | undefined): Promise<boolean> {
  const parts = /^([A-Za-z0-9_-]{22}):(\d{1,4}(?:\.\d{1,6})?)$/.exec(answer ?? '')
  if (!parts) return false
  const row = await tx
    .withTables<IdentityTables>()
    .deleteFrom('sliders')
    .where('id', '=', parts[1]!)
    .returning(['target_x', sql<boolean>`expires_at > now()`.as('is_open')])
    .executeTakeFirst()
  return row?.is_open === true && Math.abs(Number(parts[2]) - row.target_x) <= TOLERANCE
}
