import { brieflyKeptEach } from '../../../platform/base/briefly-kept.ts'
import { CHOICES_KEPT, countChoices } from '../../../platform/base/choices.ts'
import type { TalentNeeds } from '../model/needs.ts'
import * as store from './store.ts'

const STARS = ['1', '2', '3', '4', '5']

/** How many experts match each skill and mean of stars under the rest of a filter; asked of the database now and then. */
export const createExpertChoices = ({ db, dictionary }: Pick<TalentNeeds, 'db' | 'dictionary'>) =>
  brieflyKeptEach(async (filter: store.ExpertFilter) => {
    const { skill, minStars, ...rest } = filter
    const fields = await dictionary.readTree('technical_field')
    const asFilter = (field: 'skill' | 'minStars', value: string): store.ExpertFilter => ({
      ...filter,
      [field]: field === 'skill' ? value : Number(value),
    })
    return countChoices({
      ...(await store.groupOpen(db, { ...rest, skill: undefined, minStars: undefined })),
      fields: {
        skill: {
          values: fields.flatMap(({ value, children }) => [value, ...children.map((child) => child.value)]),
          chosen: skill ?? store.ANY_LABEL,
          isIn: (row, value) => row.label === value,
        },
        minStars: { values: STARS, chosen: minStars?.toString(), isIn: (row, value) => row.stars >= Number(value) },
      },
      countEach: (choices) =>
        store.countEach(
          db,
          choices.map(({ field, value }) => asFilter(field, value)),
        ),
    })
  }, CHOICES_KEPT)
