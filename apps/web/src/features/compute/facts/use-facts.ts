import type { MEASURED_FACTS } from '@trove/contract/compute/shapes'
import { BandwidthIcon, ClockIcon, CpuIcon, DiskIcon, GpuIcon, OsIcon, RamIcon } from '@trove/ui/icons/facts'
import { DiffersIcon } from '@trove/ui/icons/states'
import type { FactItem } from '@trove/ui/lists/fact-grid'
import { useTranslation } from 'react-i18next'
import { useOptionLabel } from '../../../lib/calls/dictionary.ts'
import { formatCount } from '../../../lib/shown/format.ts'
import { type OfferedGpu, useGpuWords } from './gpu-words.ts'
import { type Term, termText } from './lease-term.ts'
import { measuredWords, shortSystem } from './measured-words.ts'
import type { Verification } from './verification.tsx'

type Machine = Term & {
  cpuCores: number
  ramSize: number
  diskSize: number
  bandwidth: number
  operationSystem: string
  gpu?: OfferedGpu | null
  verification?: Verification
}

type MeasuredFact = Exclude<(typeof MEASURED_FACTS)[number], 'gpu'>

/** How a fact is known: the measured figure stands beside the declared one; what was not measured says that it is declared. */
function useKnown(): (
  check: Verification | undefined,
  fact: MeasuredFact,
  unit?: string,
) => Pick<FactItem, 'note' | 'mark'> {
  const { t } = useTranslation()
  return (check, fact, unit) => {
    // Of a machine that no check has seen yet nothing is measured: its state says so once for all facts.
    if (!check?.measured) return {}
    const found = check.measured[fact]
    const words = measuredWords(typeof found === 'string' ? shortSystem(found) : found, unit)
    if (!words) return { note: t('compute.declared') }
    return {
      note: words,
      mark: check.differing.includes(fact)
        ? { icon: DiffersIcon, label: t('compute.verification.differs'), tone: 'amber' }
        : undefined,
    }
  }
}

/** Its GPUs, on a row of their own; nothing for a machine without. */
function useGpus(): (machine: Machine) => FactItem[] {
  const { t } = useTranslation()
  const words = useGpuWords()
  return ({ gpu, verification: check }) => {
    if (!gpu) return []
    const found = check?.measured?.gpu
    const measuredGpu = measuredWords(found ? words.size(found) : t('compute.gpu.notFound'))!
    return [
      {
        label: t('compute.facts.gpu'),
        icon: GpuIcon,
        value: words.declared(gpu),
        note: check?.measured ? measuredGpu : undefined,
        mark: check?.differing.includes('gpu')
          ? { icon: DiffersIcon, label: t('compute.verification.differs'), tone: 'amber' }
          : undefined,
        isPlain: true,
        isWide: true,
      },
    ]
  }
}

/** Its memory and its disk. */
function useSpaces(): (machine: Machine) => FactItem[] {
  const { t } = useTranslation()
  const known = useKnown()
  return (machine) => {
    const check = machine.verification
    return [
      {
        label: t('compute.facts.ram'),
        icon: RamIcon,
        value: formatCount(machine.ramSize),
        unit: t('units.gb'),
        ...known(check, 'ramSize', t('units.gb')),
      },
      {
        label: t('compute.facts.disk'),
        icon: DiskIcon,
        value: formatCount(machine.diskSize),
        unit: t('units.gb'),
        ...known(check, 'diskSize', t('units.gb')),
      },
    ]
  }
}

/** The 2 x 3 facts of a machine as they were declared, after its GPUs if it has any, with their units and how each is known. */
export function useFacts(): (machine: Machine) => FactItem[] {
  const { t } = useTranslation()
  const osLabel = useOptionLabel('OS')
  const known = useKnown()
  const spaces = useSpaces()
  const gpus = useGpus()
  return (machine) => {
    const check = machine.verification
    return [
      ...gpus(machine),
      {
        label: t('compute.facts.cpu'),
        icon: CpuIcon,
        value: formatCount(machine.cpuCores),
        unit: t('units.core', { count: machine.cpuCores }),
        ...known(check, 'cpuCores', t('units.core', { count: check?.measured?.cpuCores })),
        isPlain: true,
      },
      ...spaces(machine),
      {
        label: t('compute.facts.bandwidth'),
        icon: BandwidthIcon,
        value: formatCount(machine.bandwidth),
        unit: t('units.mbps'),
        ...known(check, 'bandwidth', t('units.mbps')),
        isPlain: true,
      },
      {
        label: t('compute.facts.os'),
        icon: OsIcon,
        value: osLabel(machine.operationSystem),
        ...known(check, 'operationSystem'),
        isPlain: true,
      },
      { label: t('compute.facts.period'), icon: ClockIcon, value: termText(machine), isPlain: true },
    ]
  }
}
