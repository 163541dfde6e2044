import { type DataColumn, DataTable } from '@trove/ui/lists/data-table'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { formatCount } from '../../../lib/shown/format.ts'
import { moneyText } from '../../../lib/shown/money.ts'
import { Panel } from '../../../market/detail/panel.tsx'
import type { MarketDays } from './queries.ts'
import { percentOf, useKindName } from './words.ts'

type Kind = MarketDays['kinds'][number]

/** Every kind of machine as it was counted last; each leads to its days. */
export function KindTable({ kinds }: Pick<MarketDays, 'kinds'>) {
  const { t } = useTranslation()
  const nameOf = useKindName()
  const columns: DataColumn<Kind>[] = [
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
      id: 'machines',
      label: t('marketDays.machines'),
      isNumber: true,
      cell: ({ machines }) => formatCount(machines),
      phone: 'named',
    },
    { id: 'use', label: t('marketDays.use'), isNumber: true, cell: (row) => percentOf(row), phone: 'named' },
  ]
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
