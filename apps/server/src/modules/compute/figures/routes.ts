import { CPU_KIND, MARKET_SPANS, marketDays, marketDaysFile } from '@trove/contract/compute/public/market-days'
import { fineYuan, yuan } from '@trove/contract/kit/shapes'
import { create as contentDisposition } from 'content-disposition'
import { stringify } from 'csv-stringify/sync'
import { brieflyKept, brieflyKeptEach } from '../../../platform/base/briefly-kept.ts'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import type { MarketDayRow, MarketDayStore, Quartiles } from './store.ts'

/** The rows change once a minute at most. */
const FRESH_MS = 30_000
/** A file has thousands of lines. */
const FILE_FRESH_MS = 300_000
const KEPT = 100
const USUAL = MARKET_SPANS[1]

const QUARTILES = ['low', 'middle', 'high'] as const
const HEADINGS = [
  ...['day', 'kind', 'machines', 'serving', 'units', 'units_serving'],
  ...['asked_low', 'asked_middle', 'asked_high', 'rented_low', 'rented_middle', 'rented_high'],
  ...['machines_by_hour', 'hour_asked_low', 'hour_asked_middle', 'hour_asked_high'],
]

/** Prices, supply and use of the market by the day: as JSON of one kind, as CSV of all. */
export function marketDayRoutes(store: MarketDayStore): ServedRoute[] {
  const newest = brieflyKept(() => store.newest(), FRESH_MS)
  const list = brieflyKeptEach((ask: { days: number; kind: string }) => store.list(ask.days, ask.kind), {
    freshMs: FRESH_MS,
    most: KEPT,
    keyOf: ({ days, kind }) => `${days} ${kind}`,
  })
  const file = brieflyKeptEach(async (days: number) => csvOf(await store.list(days)), {
    freshMs: FILE_FRESH_MS,
    most: KEPT,
    keyOf: String,
  })
  return [
    serve(marketDays, async ({ query: { kind = CPU_KIND, days = USUAL } }) => {
      const [rows, kinds] = await Promise.all([list({ days: Number(days), kind }), newest()])
      return {
        kind,
        days: rows.map((row) => ({ day: row.day, ...countsOf(row), rented: quartilesOf(row.rented_fen) })),
        kinds: kinds.map((row) => ({ kind: row.kind, ...countsOf(row) })),
        countedAt: kinds[0]?.counted_at.toISOString() ?? null,
      }
    }),
    serve(marketDaysFile, async ({ query: { days = USUAL } }, { reply }) =>
      reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': contentDisposition('trove-market-days.csv', { type: 'attachment' }),
          'x-content-type-options': 'nosniff',
        })
        .send(await file(Number(days))),
    ),
  ]
}

function countsOf(row: MarketDayRow) {
  return {
    ...{ machines: row.machines, serving: row.serving, machinesByHour: row.machines_by_hour },
    ...{ units: Number(row.units), unitsServing: Number(row.units_serving) },
    asked: quartilesOf(row.asked_fen),
    hourAsked: quartilesOf(row.hour_asked_parts, fineYuan),
  }
}

function quartilesOf(of: Quartiles | null, textOf = yuan) {
  return of && { low: textOf(of[0]), middle: textOf(of[1]), high: textOf(of[2]) }
}

function csvOf(rows: readonly MarketDayRow[]): string {
  const cells = (of: Quartiles | null, textOf = yuan) => {
    const quartiles = quartilesOf(of, textOf)
    return QUARTILES.map((name) => quartiles?.[name] ?? '')
  }
  const lines = rows.map((row) => [
    ...[row.day, row.kind, row.machines, row.serving, String(row.units), String(row.units_serving)],
    ...cells(row.asked_fen),
    ...cells(row.rented_fen),
    row.machines_by_hour,
    ...cells(row.hour_asked_parts, fineYuan),
  ])
  return stringify([HEADINGS, ...lines], { record_delimiter: 'windows' })
}
