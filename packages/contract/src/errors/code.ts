import { defineErrors } from './define.ts'

export const codeErrors = defineErrors({
  'code.archive-kind': { status: 400 },
  'code.archive-unreadable': { status: 400 },
  'code.archive-empty': { status: 400 },
  'code.archive-too-large': { status: 413 },
  'code.archive-unsafe': { status: 400, params: ['what'] },
  'code.archive-unchanged': { status: 409 },
  'code.changed-meanwhile': { status: 409 },
  'code.no-version': { status: 409 },
  'code.incomplete': { status: 409 },
  'code.needs-account': { status: 409 },
  'code.own-work': { status: 409 },
  'code.licence-twice': { status: 400 },
  'code.not-free': { status: 409 },
  'code.no-room': { status: 409, params: ['count', 'gigabytes'] },
  'code.too-many-works': { status: 409, params: ['count'] },
  'code.too-many-tokens': { status: 409, params: ['count'] },
})
