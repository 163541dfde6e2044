import { say } from '../kit/say.ts'

/** Filters of an address that the server does not take. */
export const wrongFilters = {
  title: say('不能按下面的条件筛选', 'The list cannot be filtered like this'),
} as const
