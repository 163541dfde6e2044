import { type DataColumn, DataTable } from '@trove/ui/lists/data-table'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { formatCount } from '../../../lib/shown/format.ts'
import { moneyText } from '../../../lib/shown/money.ts'
import { Panel } from '../../../market/detail/panel.tsx'
import type { MarketDays } from './queries.ts'
import { percentOf, useKindName } from './words.ts'

type Kind = MarketDays['kinds'][number]

function useKindColumns(): DataColumn<Kind>[] {
  const { t } = useTranslation()
  const nameOf = useKindName()
  return [
    { id: 'kind', label: t('marketDays.kind'), cell: ({ kind }) => nameOf(kind) },
    {
      id: 'asked',
      label: t('marketDays.asked'),
      isNumber: true,
      cell: ({ asked }) => (asked ? moneyText(asked.middle) : '–'),
      phone: 'end',
    },
    {
      id: 'half',
      label: t('marketDays.band'),
      isNumber: true,
      cell: ({ asked }) => (asked ? `${moneyText(asked.low)} – ${moneyText(asked.high)}` : '–'),
    },
    {
      id: 'hour',
      label: t('marketDays.hour'),
      isNumber: true,
      cell: ({ hourAsked }) => (hourAsked ? moneyText(hourAsked.middle) : '–'),
      phone: 'named',
    },
    {
      id: 'machines',
      label: t('marketDays.machines'),
      isNumber: true,
      cell: ({ machines }) => formatCount(machines),
      phone: 'named',
    },
    { id: 'use', label: t('marketDays.use'), isNumber: true, cell: (row) => percentOf(row), phone: 'named' },
  ]
}

/** Every kind of machine as it was counted last; each leads to its days. */
export function KindTable({ kinds }: Pick<MarketDays, 'kinds'>) {
  const { t } = useTranslation()
  const columns = useKindColumns()
  return (
    <Panel title={t('marketDays.kinds')}>
      <DataTable
        label={t('marketDays.kinds')}
        columns={columns}
        rows={kinds}
        idOf={({ kind }) => kind}
        hrefOf={({ kind }) => paths.computeFigures({ kind })}
      />
    </Panel>
  )
}
