import { defineErrors } from './define.ts'

export const talentErrors = defineErrors({
  'talent.not-certified': { status: 403 },
  'talent.not-found': { status: 404 },
  'talent.salary-too-high': { status: 400, params: ['yuan'] },
  'talent.too-many-cases': { status: 409, params: ['count'] },
  'talent.cases-changed': { status: 409 },
  'talent.picture-gone': { status: 409 },
  'talent.requirement-missing': { status: 400 },
  'talent.hours-unknown': { status: 400 },
  'talent.agreement-changed': { status: 409 },
  'talent.step-not-now': { status: 409 },
  'talent.hours-exceeded': { status: 409, params: ['hours'] },
  'talent.sheet-full': { status: 409, params: ['count'] },
  'talent.day-ahead': { status: 400 },
  'talent.hours-changed': { status: 409 },
  'talent.ask-open': { status: 409 },
  'talent.ask-answered': { status: 409 },
})
