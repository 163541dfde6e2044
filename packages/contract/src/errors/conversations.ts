import { defineErrors } from './define.ts'

export const conversationsErrors = defineErrors({
  'conversations.own-subject': { status: 409 },
  'conversations.empty': { status: 400 },
  'conversations.file-type': { status: 400 },
  'conversations.file-too-large': { status: 413, params: ['megabytes'] },
  'conversations.file-limit': { status: 409, params: ['count'] },
})
