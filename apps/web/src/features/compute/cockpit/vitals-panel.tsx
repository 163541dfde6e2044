import { Button, Loader } from '@mantine/core'
import { ServingIcon } from '@trove/ui/icons/states'
import { formatMeasured } from '@trove/units/bytes'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/shown/format.ts'
import { lazyShown } from '../../../lib/shown/later/lazy-shown.tsx'
import { UnseenTable } from '../../../market/charts/unseen-table.tsx'
import { Panel } from '../../../market/detail/panel.tsx'
import classes from './cockpit.module.css'
import { type TimedSample, useVitals, type VitalsState } from './use-vitals.ts'

const VitalsLine = lazyShown(() => import('./vitals-line.tsx'))

const FULL = 100
const NOTHING = '–'
const share = ({ used, total }: { used: number; total: number }) => (total > 0 ? (used * FULL) / total : 0)

type Gauge = {
  id: 'cpu' | 'memory' | 'disk' | 'network'
  text: string
  note?: string
  /** One of its values in words, with the unit. */
  write: (value: number) => string
  values: (number | null)[]
  /** The top of the line. */
  most: number
}

const STEP = 1024
const TOPS = [2, 4, 10, 20, 40, 100, 200, 400, STEP]

/** The top of an axis of bytes: a round figure of the unit that the largest value is written in. */
function topOf(values: readonly (number | null)[]): number {
  const largest = Math.max(STEP, ...values.map((value) => value ?? 0))
  const unit = STEP ** Math.floor(Math.log(largest) / Math.log(STEP))
  return unit * (TOPS.find((top) => top * unit >= largest) ?? STEP)
}

/** The four figures a person looks at, each with what it was in the last minutes. */
export function gaugesOf(samples: readonly TimedSample[]): Gauge[] {
  const last = samples.at(-1)
  const percent = (value: number) => `${formatCount(value)} %`
  const space = (it: TimedSample['memory'] | undefined) =>
    it
      ? { text: percent(share(it)), note: `${formatMeasured(it.used)} / ${formatMeasured(it.total)}` }
      : { text: NOTHING }
  const rate = (it: TimedSample['network'] | undefined) =>
    it ? { text: `↓ ${formatMeasured(it.received)}/s`, note: `↑ ${formatMeasured(it.sent)}/s` } : { text: NOTHING }
  const rates = samples.map(({ network }) => network && network.received + network.sent)
  return [
    {
      id: 'cpu',
      text: last?.cpuPercent == null ? NOTHING : percent(last.cpuPercent),
      write: percent,
      values: samples.map(({ cpuPercent }) => cpuPercent),
      most: FULL,
    },
    {
      id: 'memory',
      ...space(last?.memory),
      write: percent,
      values: samples.map(({ memory }) => memory && share(memory)),
      most: FULL,
    },
    {
      id: 'disk',
      ...space(last?.disk),
      write: percent,
      values: samples.map(({ disk }) => disk && share(disk)),
      most: FULL,
    },
    {
      id: 'network',
      ...rate(last?.network),
      write: (value) => `${formatMeasured(value)}/s`,
      values: rates,
      most: topOf(rates),
    },
  ]
}

function State({ state, reconnect }: { state: VitalsState; reconnect: () => void }) {
  const { t } = useTranslation()
  if (state.kind === 'connecting')
    return (
      <span className={classes.state} role="status">
        <Loader size={14} aria-hidden /> {t('machines.terminal.connecting')}
      </span>
    )
  if (state.kind === 'live')
    return (
      <span className={classes.state} data-tone="jade" role="status">
        <ServingIcon size={16} /> {t('cockpit.live')}
      </span>
    )
  return (
    <span className={classes.ended} role="alert">
      {state.text ?? t(`cockpit.reason.${state.reason ?? 'lost'}`)}
      {state.reason !== 'unsupported' && (
        <Button size="compact-sm" variant="light" onClick={reconnect}>
          {t('machines.terminal.reconnect')}
        </Button>
      )}
    </span>
  )
}

const ROW_EVERY_MS = 30_000
const SECOND_MS = 1_000

type TableProps = { samples: readonly TimedSample[]; gauges: readonly Gauge[]; writeAge: (ms: number) => string }

/** The same as the lines for who cannot see them: where they begin, and the last sample of each half minute. */
function VitalsTable({ samples, gauges, writeAge }: TableProps) {
  const { t } = useTranslation()
  const slotOf = ({ at }: TimedSample) => Math.floor(at / ROW_EVERY_MS)
  const rows = samples.flatMap((sample, i) => {
    const next = samples[i + 1]
    if (i > 0 && next && slotOf(next) === slotOf(sample)) return []
    const cells = gauges.map(({ values, write }) => (values[i] == null ? NOTHING : write(values[i])))
    // By its moment, not by its words: samples that came late together are of the same second.
    return [{ day: String(sample.at), cells }]
  })
  return (
    <UnseenTable
      label={t('cockpit.table')}
      day={t('cockpit.time')}
      heads={gauges.map(({ id }) => t(`cockpit.gauge.${id}`))}
      rows={rows}
      writeDay={(at) => writeAge(samples.at(-1)!.at - Number(at))}
    />
  )
}

/** What the machine is doing now, and did in the last three minutes. */
export function VitalsPanel({ productId }: { productId: string }) {
  const { t } = useTranslation()
  const { state, samples, reconnect } = useVitals(productId)
  const load = samples.at(-1)?.load
  const gauges = gaugesOf(samples)
  const writeAge = (ms: number) =>
    ms < SECOND_MS ? t('cockpit.now') : t('cockpit.ago', { seconds: Math.round(ms / SECOND_MS) })
  return (
    <Panel title={t('cockpit.vitals')}>
      <div className={classes.above}>
        <State state={state} reconnect={reconnect} />
        {load != null && <span className={classes.quiet}>{t('cockpit.load', { load: formatCount(load) })}</span>}
      </div>
      <dl className={classes.gauges}>
        {gauges.map(({ id, text, note, values, most, write }) => (
          <div key={id} className={classes.gauge}>
            <dt>{t(`cockpit.gauge.${id}`)}</dt>
            <dd>
              <strong>{text}</strong>
              <small>{note ?? ''}</small>
            </dd>
            <dd className={classes.line}>
              <Suspense>
                {values.length > 1 && (
                  <VitalsLine
                    points={samples.map(({ at }, i) => ({ at, value: values[i] ?? null }))}
                    {...{ most, write, writeAge }}
                  />
                )}
              </Suspense>
              {values.length < 2 && state.kind === 'live' && (
                <span className={classes.awaited}>{t('cockpit.firstFigures')}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {samples.length > 1 && <VitalsTable {...{ samples, gauges, writeAge }} />}
    </Panel>
  )
}
