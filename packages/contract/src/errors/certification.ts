import { defineErrors } from './define.ts'

export const certificationErrors = defineErrors({
  'certification.identity-empty': { status: 400 },
  'certification.work-exp-empty': { status: 400 },
  'certification.head-empty': { status: 400 },
  'certification.head-unknown': { status: 400 },
  'certification.skills-empty': { status: 400 },
  'certification.skill-missing': { status: 400, params: ['type'] },
  'certification.fields-limit': { status: 400 },
  'certification.skills-limit': { status: 400 },
  'certification.papers-empty': { status: 400 },
  'certification.papers-limit': { status: 400, params: ['count'] },
  'certification.paper-unknown': { status: 400 },
  'certification.option-unknown': { status: 400 },
  'certification.consent-needed': { status: 400 },
  'certification.not-open': { status: 409 },
  'certification.decided': { status: 409 },
  'certification.own': { status: 409 },
})
