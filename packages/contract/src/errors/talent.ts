import { defineErrors } from './define.ts'

export const talentErrors = defineErrors({
  'talent.not-certified': { status: 403 },
  'talent.not-found': { status: 404 },
  'talent.salary-too-high': { status: 400, params: ['yuan'] },
  'talent.too-many-cases': { status: 409, params: ['count'] },
  'talent.cases-changed': { status: 409 },
  'talent.picture-gone': { status: 409 },
})
