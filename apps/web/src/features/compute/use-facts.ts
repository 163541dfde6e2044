import type { MEASURED_FACTS } from '@trove/contract/compute-shapes'
import type { FactItem } from '@trove/ui/fact-grid'
import { BandwidthIcon, ClockIcon, CpuIcon, DiskIcon, MeasuredIcon, OsIcon, RamIcon } from '@trove/ui/icons/facts'
import { DiffersIcon } from '@trove/ui/icons/states'
import { useTranslation } from 'react-i18next'
import { useOptionLabel } from '../../lib/dictionary.ts'
import { formatCount, formatPeriod } from '../../lib/format.ts'
import type { Verification } from './verification.tsx'

type Machine = {
  cpuCores: number
  ramSize: number
  diskSize: number
  bandwidth: number
  operationSystem: string
  servePeriod: number
  verification?: Verification
}

/** The 2 x 3 facts of a machine with their units; those the check measured are marked so. */
export function useFacts(): (machine: Machine) => FactItem[] {
  const { t } = useTranslation()
  const osLabel = useOptionLabel('OS')
  return (machine) => {
    const check = machine.verification
    const mark = (fact: (typeof MEASURED_FACTS)[number]): FactItem['mark'] => {
      if (check?.differing.includes(fact))
        return { icon: DiffersIcon, label: t('compute.verification.differs'), tone: 'amber' }
      if (check?.measured && (fact !== 'bandwidth' || check.measured.bandwidth !== null))
        return { icon: MeasuredIcon, label: t('compute.measured'), tone: 'jade' }
      return undefined
    }
    return [
      {
        label: t('compute.facts.cpu'),
        icon: CpuIcon,
        value: formatCount(machine.cpuCores),
        unit: t('units.core', { count: machine.cpuCores }),
        mark: mark('cpuCores'),
      },
      {
        label: t('compute.facts.ram'),
        icon: RamIcon,
        value: formatCount(machine.ramSize),
        unit: t('units.gb'),
        mark: mark('ramSize'),
      },
      {
        label: t('compute.facts.disk'),
        icon: DiskIcon,
        value: formatCount(machine.diskSize),
        unit: t('units.gb'),
        mark: mark('diskSize'),
      },
      {
        label: t('compute.facts.bandwidth'),
        icon: BandwidthIcon,
        value: formatCount(machine.bandwidth),
        unit: t('units.mbps'),
        mark: mark('bandwidth'),
      },
      {
        label: t('compute.facts.os'),
        icon: OsIcon,
        value: osLabel(machine.operationSystem),
        mark: mark('operationSystem'),
      },
      { label: t('compute.facts.period'), icon: ClockIcon, value: formatPeriod(machine.servePeriod) },
    ]
  }
}
