import { Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatCalendarDay, formatCount } from '../../../lib/shown/format.ts'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import classes from './certificate.module.css'
import type { Certificate } from './shapes.ts'

/** The checks of each day, the newest first, with the medians of what they measured. */
export function DayTable({ days }: { days: Certificate['perDay'] }) {
  const { t } = useTranslation()
  const figure = (value: number | null, unit: string) => (value === null ? '–' : `${formatCount(value)} ${unit}`)
  const hasGpu = days.some(({ gpuTflops, gpuMemoryBandwidth }) => gpuTflops !== null || gpuMemoryBandwidth !== null)
  if (days.length === 0)
    return (
      <Panel title={t('certificate.days')}>
        <Quiet>{t('certificate.noChecks')}</Quiet>
      </Panel>
    )
  return (
    <Panel title={t('certificate.days')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <div className={classes.scroll} tabIndex={0}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('certificate.day')}</Table.Th>
              <Table.Th>{t('certificate.dayReached')}</Table.Th>
              <Table.Th>{t('compute.facts.score')}</Table.Th>
              <Table.Th>{t('compute.facts.diskWrite')}</Table.Th>
              <Table.Th>{t('compute.facts.bandwidth')}</Table.Th>
              {hasGpu && (
                <>
                  <Table.Th>{t('compute.facts.gpuTflops')}</Table.Th>
                  <Table.Th>{t('compute.facts.gpuMemory')}</Table.Th>
                </>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {days.toReversed().map((day) => (
              <Table.Tr key={day.day}>
                <Table.Th scope="row">{formatCalendarDay(day.day)}</Table.Th>
                <Table.Td>{t('certificate.reached', day)}</Table.Td>
                <Table.Td>{figure(day.cpuScore, t('compute.points'))}</Table.Td>
                <Table.Td>{figure(day.diskWrite, t('compute.megabytesPerSecond'))}</Table.Td>
                <Table.Td>{figure(day.bandwidth, t('units.mbps'))}</Table.Td>
                {hasGpu && (
                  <>
                    <Table.Td>{figure(day.gpuTflops, t('compute.teraflops'))}</Table.Td>
                    <Table.Td>{figure(day.gpuMemoryBandwidth, t('compute.gigabytesPerSecond'))}</Table.Td>
                  </>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Panel>
  )
}
