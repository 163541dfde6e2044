import { Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useOptionLabel } from '../../../lib/calls/dictionary.ts'
import { formatCount } from '../../../lib/shown/format.ts'
import { useGpuWords } from '../facts/gpu-words.ts'
import type { OfferDetail } from '../facts/queries.ts'
import type { Verification } from '../facts/verification.tsx'

type Declared = Pick<OfferDetail, 'cpuCores' | 'ramSize' | 'diskSize' | 'bandwidth' | 'operationSystem' | 'gpu'>
type Specs = { declared: Declared; measured: Verification['measured'] }

/** What is known of its GPUs; nothing where there are none. */
function useGpuRows({ declared, measured }: Specs) {
  const { t } = useTranslation()
  const words = useGpuWords()
  const gpu = measured?.gpu
  const unknown = t('compute.detail.notMeasured')
  if (!declared.gpu && !gpu) return []
  const figure = (value: number | null | undefined, unit: string) =>
    typeof value === 'number' ? `${formatCount(value)} ${unit}` : unknown
  return [
    {
      label: t('compute.facts.gpu'),
      declared: declared.gpu ? words.declared(declared.gpu) : '–',
      found: gpu ? words.found(gpu) : measured ? t('compute.gpu.notFound') : unknown,
    },
    { label: t('compute.facts.gpuDriver'), declared: '–', found: gpu ? words.driver(gpu) : unknown },
    { label: t('compute.facts.gpuTflops'), declared: '–', found: figure(gpu?.tflops, t('compute.teraflops')) },
    {
      label: t('compute.facts.gpuMemory'),
      declared: '–',
      found: figure(gpu?.memoryBandwidth, t('compute.gigabytesPerSecond')),
    },
  ]
}

/** Each fact with what was declared and what was found. */
function useRows({ declared, measured }: Specs) {
  const { t } = useTranslation()
  const osLabel = useOptionLabel('OS')
  const unknown = t('compute.detail.notMeasured')
  const figure = (value: number | null | undefined, unit: string) =>
    value === null || value === undefined ? unknown : `${formatCount(value)} ${unit}`
  return [
    {
      label: t('compute.facts.cpu'),
      declared: figure(declared.cpuCores, t('units.core', { count: declared.cpuCores })),
      found: figure(measured?.cpuCores, t('units.core', { count: measured?.cpuCores ?? 0 })),
    },
    {
      label: t('compute.facts.ram'),
      declared: figure(declared.ramSize, t('units.gb')),
      found: figure(measured?.ramSize, t('units.gb')),
    },
    {
      label: t('compute.facts.disk'),
      declared: figure(declared.diskSize, t('units.gb')),
      found: figure(measured?.diskSize, t('units.gb')),
    },
    {
      label: t('compute.facts.bandwidth'),
      declared: figure(declared.bandwidth, t('units.mbps')),
      found: figure(measured?.bandwidth, t('units.mbps')),
    },
    {
      label: t('compute.facts.os'),
      declared: osLabel(declared.operationSystem),
      found: measured?.operationSystem ?? unknown,
    },
    { label: t('compute.facts.score'), declared: '–', found: figure(measured?.cpuScore, t('compute.points')) },
    {
      label: t('compute.facts.diskWrite'),
      declared: '–',
      found: figure(measured?.diskWrite, t('compute.megabytesPerSecond')),
    },
  ]
}

/** What was declared beside what the machine check measured. */
export function MeasuredTable(specs: Specs) {
  const { t } = useTranslation()
  const rows = [...useRows(specs), ...useGpuRows(specs)]
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Td />
          <Table.Th>{t('compute.declared')}</Table.Th>
          <Table.Th>{t('compute.measured')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.label}>
            <Table.Th scope="row">{row.label}</Table.Th>
            <Table.Td>{row.declared}</Table.Td>
            <Table.Td>{row.found}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
