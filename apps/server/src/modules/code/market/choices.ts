import { CODE_LANGUAGES } from '@trove/contract/code/shapes'
import { brieflyKeptEach } from '../../../platform/base/briefly-kept.ts'
import { CHOICES_KEPT, countChoices } from '../../../platform/base/choices.ts'
import type { Db } from '../../../platform/db/handle.ts'
import * as store from './store.ts'

const STARS = ['1', '2', '3', '4', '5']

/** How many works match each language and rating under the rest of a filter; asked of the database now and then. */
export const createWorkChoices = (db: Db) =>
  brieflyKeptEach(async (filter: store.Filter) => {
    const { language, ratingFrom, ...rest } = filter
    const asFilter = (field: 'language' | 'ratingFrom', value: string): store.Filter => ({
      ...filter,
      [field]: field === 'language' ? value : Number(value),
    })
    return countChoices({
      ...(await store.groupWorks(db, rest)),
      fields: {
        language: { values: CODE_LANGUAGES, chosen: language, isIn: (row, value) => row.language === value },
        ratingFrom: { values: STARS, chosen: ratingFrom?.toString(), isIn: (row, value) => row.stars >= Number(value) },
      },
      countEach: (choices) =>
        store.countEach(
          db,
          choices.map(({ field, value }) => asFilter(field, value)),
        ),
    })
  }, CHOICES_KEPT)
