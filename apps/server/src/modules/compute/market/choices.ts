import { brieflyKeptEach } from '../../../platform/base/briefly-kept.ts'
import { CHOICES_KEPT, type ChoiceField, countChoices, type OneChoice } from '../../../platform/base/choices.ts'
import type { Dictionary } from '../../dictionary/module.ts'
import type { MarketFilter } from '../facts/filter.ts'
import type { MarketStore, OfferGroup } from './store.ts'

type Field = 'operationSystem' | 'servePeriod' | 'gpuModel'
export type Choices = ReturnType<typeof createChoices>

/**
 * How many offers match each system, period and GPU under the rest of a filter; asked of the database now and then. What the
 * groupings tell is read from them; ranges and texts are counted over the offers that match the rest.
 */
export function createChoices(
  store: Pick<MarketStore, 'isGrouped' | 'countEach' | 'group'>,
  dictionary: Pick<Dictionary, 'listOptions'>,
) {
  const valuesOf = async (group: 'OS' | 'servePeriod' | 'GPU') =>
    (await dictionary.listOptions(group)).map(({ dictValue }) => dictValue)

  return brieflyKeptEach(async (filter: MarketFilter | 'matches-none') => {
    const [systems, periods, models] = await Promise.all([valuesOf('OS'), valuesOf('servePeriod'), valuesOf('GPU')])
    const none = { groups: [], isCut: false }
    const isNone = filter === 'matches-none'
    const { os, periodDays, gpuModel, ...rest }: MarketFilter = isNone ? {} : filter
    const asFilter = ({ field, value }: OneChoice<Field>): MarketFilter => ({
      ...rest,
      os,
      periodDays,
      gpuModel,
      ...(field === 'operationSystem' && { os: value }),
      ...(field === 'servePeriod' && { periodDays: Number(value) }),
      ...(field === 'gpuModel' && { gpuModel: value, gpuCount: rest.gpuCount ?? 1 }),
    })
    const fields: Record<Field, ChoiceField<OfferGroup>> = {
      operationSystem: { values: systems, chosen: os, isIn: (row, value) => row.os === value },
      servePeriod: {
        values: periods,
        chosen: periodDays?.toString(),
        isIn: (row, value) => row.periodDays === Number(value),
      },
      gpuModel: { values: models, chosen: gpuModel, isIn: (row, value) => row.gpuModel === value },
    }
    const grouped = isNone ? none : store.isGrouped(rest) ? { groups: [], isCut: true } : await store.group(rest)
    return countChoices({ ...grouped, fields, countEach: (choices) => store.countEach(choices.map(asFilter)) })
  }, CHOICES_KEPT)
}
