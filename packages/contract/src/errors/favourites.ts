import { defineErrors } from './define.ts'

export const favouritesErrors = defineErrors({
  'favourites.limit': { status: 409, params: ['count'] },
})
