import { useTranslation } from 'react-i18next'
import { useSearch } from '../../../lib/addresses/use-search.ts'
import type { Act, ActFilter } from './staff-queries.ts'

/** Under which name each stands in the address. */
const NAMES = { operatorId: 'operator', subjectId: 'subject' } as const satisfies Record<keyof ActFilter, string>

/** By whom and to what the acts in sight were done, as the address says it. */
export function useActFilter() {
  const [search, edit] = useSearch()
  const filter: ActFilter = {
    operatorId: search.get('operator') ?? undefined,
    subjectId: search.get('subject') ?? undefined,
  }
  const set = (field: keyof ActFilter, value: string | undefined) =>
    edit((now) => {
      const given = { operator: now.get('operator'), subject: now.get('subject'), [NAMES[field]]: value }
      return new URLSearchParams(Object.entries(given).filter((entry): entry is [string, string] => Boolean(entry[1])))
    })
  return { filter, set }
}

/** What is filtered by, as chips; called by name where one of the acts in sight knows it. */
export function useActChips(filter: ActFilter, acts: readonly Act[]) {
  const { t } = useTranslation()
  const subject = acts.find((act) => act.subjectId === filter.subjectId)?.subjectName
  const operator = acts.find((act) => act.operator.id === filter.operatorId)?.operator.nickName
  const chips = [
    { id: 'operatorId' as const, name: t('desk.acts.by'), value: operator || filter.operatorId },
    { id: 'subjectId' as const, name: t('desk.acts.about'), value: subject || filter.subjectId },
  ]
  return chips.flatMap(({ value, ...chip }) =>
    value === undefined ? [] : [{ ...chip, value, removeLabel: t('market.filter.remove', { name: chip.name }) }],
  )
}
