import { randomInt } from 'node:crypto'
import { fill, type Language } from '@trove/messages/kit/say'
import { numberInWords, sliderQuestions } from '@trove/messages/people/slider-question'
import { sql } from 'kysely'
import { newId } from '../../../platform/base/id.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import type { IdentityTables } from '../model/tables.ts'
import { SLIDER_SECONDS } from './rules.ts'
import { drawPuzzle } from './slider-drawing.ts'

/** How far off the hole the piece may lie, in units of the drawing. */
const TOLERANCE = 6

/** Draws a puzzle and keeps its answer for two minutes. */
export async function openSlider(db: Db) {
  const { x, y, backgroundSvg, pieceSvg } = drawPuzzle()
  return { id: await keep(db, x), backgroundSvg, pieceSvg, y }
}

/**
 * Asks for a sum in words and keeps its answer for two minutes, under the rules and limits of a picture. It needs no eyes.
 * Like the picture it makes a program stop once for each message; the limits per number and network do the real work.
 */
export async function openQuestion(db: Db, language: Language) {
  const [first, second] = [randomInt(21, 80), randomInt(2, 19)]
  const kind = randomInt(2) === 0 ? 'more' : 'fewer'
  const answer = kind === 'more' ? first + second : first - second
  const words = { first: numberInWords(first, language), second: numberInWords(second, language) }
  return { id: await keep(db, -answer), question: fill(sliderQuestions[kind], language, words) }
}

/** A hole lies right of the edge; an answer to a question is kept as a number below zero, so that it is told apart. */
async function keep(db: Db, target: number): Promise<string> {
  const id = newId()
  await db
    .withTables<IdentityTables>()
    .insertInto('sliders')
    .values({ id, target_x: target, expires_at: sql<Date>`now() + make_interval(secs => ${SLIDER_SECONDS})` })
    .execute()
  return id
}

/** Whether the answer that came with a request is right; spent when it is first asked for, and the same for all who ask. */
export type SliderAnswer = () => Promise<boolean>

/** The answer of one request: two numbers that both want a slider are content with the one that the person solved. */
export function sliderOnce(tx: Tx, answer: string | undefined): SliderAnswer {
  let spent: Promise<boolean> | undefined
  return () => {
    spent ??= spendSlider(tx, answer)
    return spent
  }
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
  if (row?.is_open !== true) return false
  const given = Number(parts[2])
  return row.target_x < 0 ? given === -row.target_x : Math.abs(given - row.target_x) <= TOLERANCE
}
