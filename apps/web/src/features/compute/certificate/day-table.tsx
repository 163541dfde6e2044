import { Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatCalendarDay, formatCount } from '../../../lib/shown/format.ts'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import classes from './certificate.module.css'
import type { Certificate } from './shapes.ts'

type Day = Certificate['perDay'][number]
type Column = { label: string; cell: (day: Day) => string }

const ofGpu = ({ gpuTflops, gpuMemoryBandwidth }: Day) => gpuTflops !== null || gpuMemoryBandwidth !== null

function useColumns(days: readonly Day[]): Column[] {
  const { t } = useTranslation()
  const figure = (value: number | null, unit: string) => (value === null ? '–' : `${formatCount(value)} ${unit}`)
  const columns: Column[] = [
    { label: t('certificate.dayReached'), cell: (day) => t('certificate.reached', day) },
    { label: t('compute.facts.score'), cell: ({ cpuScore }) => figure(cpuScore, t('compute.points')) },
    {
      label: t('compute.facts.diskWrite'),
      cell: ({ diskWrite }) => figure(diskWrite, t('compute.megabytesPerSecond')),
    },
    { label: t('compute.facts.bandwidth'), cell: ({ bandwidth }) => figure(bandwidth, t('units.mbps')) },
  ]
  if (!days.some(ofGpu)) return columns
  return [
    ...columns,
    { label: t('compute.facts.gpuTflops'), cell: ({ gpuTflops }) => figure(gpuTflops, t('compute.teraflops')) },
    {
      label: t('compute.facts.gpuMemory'),
      cell: ({ gpuMemoryBandwidth }) => figure(gpuMemoryBandwidth, t('compute.gigabytesPerSecond')),
    },
  ]
}

/** The checks of each day, the newest first, with the medians of what they measured; a day is a block where there is little room. */
export function DayTable({ days }: { days: Certificate['perDay'] }) {
  const { t } = useTranslation()
  const columns = useColumns(days)
  if (days.length === 0)
    return (
      <Panel title={t('certificate.days')}>
        <Quiet>{t('certificate.noChecks')}</Quiet>
      </Panel>
    )
  return (
    <Panel title={t('certificate.days')}>
      <div className={classes.days}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('certificate.day')}</Table.Th>
              {columns.map(({ label }) => (
                <Table.Th key={label}>{label}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {days.toReversed().map((day) => (
              <Table.Tr key={day.day}>
                <Table.Th scope="row">{formatCalendarDay(day.day)}</Table.Th>
                {columns.map(({ label, cell }) => (
                  <Table.Td key={label} data-label={label}>
                    {cell(day)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Panel>
  )
}
