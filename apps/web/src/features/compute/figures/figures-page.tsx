import { CPU_KIND, MARKET_SPANS, marketDaysFile } from '@trove/contract/compute/public/market-days'
import { ActionButton } from '@trove/ui/actions/action-button'
import { EmptyState } from '@trove/ui/feedback/empty-state'
import { EmptyMachinesPicture } from '@trove/ui/feedback/pictures'
import { DetailSkeleton } from '@trove/ui/feedback/skeletons'
import { PlainSelect } from '@trove/ui/inputs/plain-select'
import { PageHeader } from '@trove/ui/layout/page-header'
import { Figure, FigureList } from '@trove/ui/lists/figure-list'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { useSearch } from '../../../lib/addresses/use-search.ts'
import { Failure } from '../../../lib/calls/failure.tsx'
import { formatCount, formatMoment } from '../../../lib/shown/format.ts'
import { moneyText } from '../../../lib/shown/money.ts'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import { PriceDays, UseDays } from './day-charts.tsx'
import classes from './figures.module.css'
import { KindTable } from './kind-table.tsx'
import { type MarketDay, type MarketDays, type Span, useMarketDays } from './queries.ts'
import { percentOf, useKindName } from './words.ts'

const JSON_PATH = marketDaysFile.path.replace(/\.csv$/, '')

function Latest({ kind, day }: { kind: string; day: MarketDay }) {
  const { t } = useTranslation()
  const half = (of: MarketDay['asked'] | MarketDay['hourAsked']) =>
    of ? t('marketDays.half', { low: moneyText(of.low), high: moneyText(of.high) }) : undefined
  const isCpu = kind === CPU_KIND
  return (
    <Panel title={isCpu ? t('marketDays.perCore') : t('marketDays.perGpu')}>
      <FigureList>
        <Figure label={t('marketDays.asked')} note={half(day.asked)}>
          {day.asked ? moneyText(day.asked.middle) : '–'}
        </Figure>
        <Figure label={t('marketDays.rented')} note={half(day.rented)}>
          {day.rented ? moneyText(day.rented.middle) : '–'}
        </Figure>
        <Figure label={isCpu ? t('marketDays.hourPerCore') : t('marketDays.hourPerGpu')} note={half(day.hourAsked)}>
          {day.hourAsked ? moneyText(day.hourAsked.middle) : '–'}
        </Figure>
        <Figure label={t('marketDays.use')} note={t('marketDays.useOf', day)}>
          {percentOf(day)}
        </Figure>
        <Figure
          label={isCpu ? t('marketDays.cores') : t('marketDays.gpus')}
          note={t('marketDays.byHourOf', { count: day.machinesByHour })}
        >
          {formatCount(day.units)}
        </Figure>
      </FigureList>
    </Panel>
  )
}

function Data({ countedAt, days }: { countedAt: string | null; days: Span }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('marketDays.data')}>
      <Quiet>{t('marketDays.method')}</Quiet>
      {countedAt && <Quiet>{t('marketDays.countedAt', { when: formatMoment(countedAt) })}</Quiet>}
      <div className={classes.actions}>
        <ActionButton
          kind="plain"
          action={{ label: t('marketDays.csv'), href: `${marketDaysFile.path}?days=${days}` }}
        />
        <ActionButton kind="plain" action={{ label: t('marketDays.api'), href: `${JSON_PATH}?days=${days}` }} />
      </div>
    </Panel>
  )
}

function Days({ found }: { found: MarketDays }) {
  const { t } = useTranslation()
  const { kind, days } = found
  const latest = days.at(-1)
  if (!latest) return <Panel label={t('marketDays.prices')}>{t('marketDays.none')}</Panel>
  return (
    <>
      <Latest kind={kind} day={latest} />
      {days.length === 1 && <Quiet>{t('marketDays.first')}</Quiet>}
      <PriceDays kind={kind} days={days} />
      <UseDays days={days} />
    </>
  )
}

type Choice = { kind: string; days: Span; onChoose: (choice: { kind?: string; days?: string }) => void }

function Choices({ found, kind, days, onChoose }: Choice & { found: MarketDays }) {
  const { t } = useTranslation()
  const nameOf = useKindName()
  const kinds = [...new Set([CPU_KIND, ...found.kinds.map((each) => each.kind), kind])]
  return (
    <div className={classes.choices}>
      <PlainSelect
        label={t('marketDays.kind')}
        options={kinds.map((value) => ({ value, label: nameOf(value) }))}
        value={kind}
        onChange={(chosen) => onChoose({ kind: chosen })}
      />
      <PlainSelect
        label={t('marketDays.span')}
        options={MARKET_SPANS.map((span) => ({ value: span, label: t('marketDays.days', { days: span }) }))}
        value={days}
        onChange={(chosen) => onChoose({ days: chosen })}
      />
    </div>
  )
}

function Body() {
  const { t } = useTranslation()
  const [search, edit] = useSearch()
  const kind = search.get('kind') || CPU_KIND
  const days = MARKET_SPANS.find((span) => span === search.get('days')) ?? MARKET_SPANS[1]
  const { data, error, refetch } = useMarketDays(kind, days)
  const choose: Choice['onChoose'] = (choice) =>
    edit((now) => new URLSearchParams({ ...Object.fromEntries(now), ...choice }), true)
  if (error && !data) return <Failure error={error} refetch={refetch} />
  if (!data) return <DetailSkeleton label={t('common.loading')} />
  if (data.countedAt === null)
    return <EmptyState illustration={<EmptyMachinesPicture />} title={t('marketDays.nothing')} />
  return (
    <div className={classes.page}>
      <Choices found={data} kind={kind} days={days} onChoose={choose} />
      <Days found={data} />
      <KindTable kinds={data.kinds} />
      <Data countedAt={data.countedAt} days={days} />
    </div>
  )
}

/** Prices, supply and use of the compute market over time, for everybody. */
export default function FiguresPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title={t('titles.computeFigures')}
        lead={t('marketDays.lead')}
        back={{
          label: t('common.back'),
          onClick: () => navigate(paths.market({ tab: 'computing' })),
          isPhoneOnly: true,
        }}
      />
      <Body />
    </>
  )
}
