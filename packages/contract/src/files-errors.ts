import { defineErrors } from './kit/errors.ts'

export const filesErrors = defineErrors({
  'files.not-an-image': { status: 400 },
  'files.too-large': { status: 413, params: ['megabytes'] },
  'files.dimensions': { status: 400 },
  'files.missing': { status: 400 },
})
