import { defineErrors } from './define.ts'

export const filesErrors = defineErrors({
  'files.not-an-image': { status: 400 },
  'files.picture-slow': { status: 503 },
  'files.too-large': { status: 413, params: ['megabytes'] },
  'files.dimensions': { status: 400 },
  'files.missing': { status: 400 },
  'files.type': { status: 400 },
  'files.picture-in-parts': { status: 400 },
  'files.over-limit': { status: 413, params: ['megabytes'] },
  'files.too-many': { status: 409, params: ['count'] },
  'files.quota': { status: 409, params: ['megabytes'] },
  'files.range': { status: 416 },
  'files.part-size': { status: 400, params: ['bytes'] },
  'files.hash-differs': { status: 400 },
  'files.part-differs': { status: 409 },
  'files.incomplete': { status: 409 },
})
