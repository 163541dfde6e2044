import { KEYWORD, useListUrl } from '../../../market/list/list-url.ts'

/** What a list of cases is filtered by. */
export type CaseFilter<End extends string = string> = { waitsFor?: 'me'; keyword?: string; end?: End }

/** Which filters the lists of a page have. */
export type CaseFilters<View extends string, End extends string> = {
  /** What the text is looked for in. */
  placeholder: string
  /** Views with cases that wait for somebody. */
  waits: readonly View[]
  /** How cases of the other views ended, with its words. */
  ends?: readonly { value: End; label: string }[]
}

const WAITS_FOR = 'waitsFor'
const END = 'end'
const FIELDS = [KEYWORD, WAITS_FOR, END]
/** Lists of the desk come in one order. */
export const IN_ONE_ORDER: { value: string }[] = []

/** The filter of the view in sight, as the address says it; what that view does not know is left out. */
export function useCaseFilter<View extends string, End extends string>(
  view: View | undefined,
  filters: CaseFilters<View, End> | undefined,
) {
  const { filter: said, change } = useListUrl(FIELDS, IN_ONE_ORDER)
  const canWait = view !== undefined && filters?.waits.includes(view) === true
  const end = canWait ? undefined : filters?.ends?.find(({ value }) => value === said[END])
  const keyword = filters && said[KEYWORD]
  const filter: CaseFilter<End> = {
    ...(canWait && said[WAITS_FOR] === 'me' && { waitsFor: 'me' as const }),
    ...(keyword && { keyword }),
    ...(end && { end: end.value }),
  }
  return {
    filter,
    canWait,
    end,
    url: { filter: said, change },
    setWaits: (isMine: boolean) => change({ [WAITS_FOR]: isMine ? 'me' : undefined }, true),
    setEnd: (value: End | '') => change({ [END]: value || undefined }, true),
  }
}

/** Takes every filter of a list of cases out of the address. */
export function useUnfilter() {
  const { filter, change } = useListUrl(FIELDS, IN_ONE_ORDER)
  return {
    isFiltered: Object.keys(filter).length > 0,
    clear: () => change({ [KEYWORD]: undefined, [WAITS_FOR]: undefined, [END]: undefined }, true),
  }
}
