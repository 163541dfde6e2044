import { defineErrors } from './define.ts'

export const searchesErrors = defineErrors({
  'searches.limit': { status: 409, params: ['count'] },
  'searches.filter-unknown': { status: 400 },
})
