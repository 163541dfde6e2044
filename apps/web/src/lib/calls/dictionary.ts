import { useQuery } from '@tanstack/react-query'
import {
  type ComputeGroup,
  getDictionaryTree,
  listComputeGroups,
  type TreeGroup,
} from '@trove/contract/dictionary/routes'
import i18next from 'i18next'
import { currentLanguage } from '../session/language.ts'
import { api } from './api.ts'

/** Options with labels in both languages, from the server's dictionary. */

export type Option = { value: string; label: string }

function useDictionaryAsked() {
  return useQuery({
    queryKey: ['dictionary', 'compute'],
    queryFn: () => api(listComputeGroups, {}),
    staleTime: 300_000,
  })
}

/** All option groups; asked once in a while. */
export const useDictionary = () => useDictionaryAsked().data

/** The letter C of a CPU/RAM label becomes the word for cores (b-markets 3). */
function withCores(label: string): string {
  return label
    .replace(/(\d*)C/, (_, cores: string) => `${cores} ${i18next.t('units.core', { count: Number(cores) })} `)
    .trim()
}

/** A group as options in the reader's language. */
export function useOptions(group: ComputeGroup): Option[] {
  const entries = useDictionary()?.[group] ?? []
  const isEnglish = currentLanguage() === 'en'
  return entries.map((entry) => {
    const label = isEnglish ? entry.labelEn : entry.labelZh
    return {
      value: entry.dictValue,
      label: group === 'cpuAndRam' ? withCores(label) : label,
    }
  })
}

/** The label of one value. Values are numbers that say nothing, so none is shown while the dictionary is on its way. */
export function useOptionLabel(group: ComputeGroup): (value: string) => string {
  const { isPending } = useDictionaryAsked()
  const options = useOptions(group)
  return (value) => options.find((option) => option.value === value)?.label ?? (isPending ? '…' : value)
}

/** An option of the talent market with its own, such as a technical field with its skills. */
export type Branch = Option & { children: Option[] }

/** A group of the talent market as the server answered it, or failed to. */
export function useTreeAsked(key: TreeGroup) {
  return useQuery({
    queryKey: ['dictionary', 'tree', key],
    queryFn: () => api(getDictionaryTree, { params: { key } }),
    staleTime: 300_000,
  })
}

/** A group of the talent market as options in the reader's language; empty while it is on its way. */
export function useTree(key: TreeGroup): Branch[] {
  const { data } = useTreeAsked(key)
  const isEnglish = currentLanguage() === 'en'
  type Entry = { dictValue: string; labelZh: string; labelEn: string }
  const toOption = (entry: Entry): Option => ({
    value: entry.dictValue,
    label: isEnglish ? entry.labelEn : entry.labelZh,
  })
  return (data?.children ?? []).map((entry) => ({ ...toOption(entry), children: entry.children.map(toOption) }))
}
