import { defineErrors } from './define.ts'

export const storageErrors = defineErrors({
  'storage.unavailable': { status: 503 },
  'storage.quota': { status: 409, params: ['gigabytes'] },
  'storage.incomplete': { status: 409 },
  'storage.part-wrong': { status: 400 },
  'storage.part-differs': { status: 409 },
  'storage.content-differs': { status: 422 },
  'storage.in-use': { status: 409 },
  'storage.vault-differs': { status: 409 },
  'storage.too-many-shares': { status: 409, params: ['count'] },
  'storage.too-many-shares-in-all': { status: 409, params: ['count'] },
  'storage.share-expired': { status: 410 },
  'storage.share-revoked': { status: 410 },
})
