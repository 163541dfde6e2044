import { queryOptions } from '@tanstack/react-query'
import { currentCertification } from '@trove/contract/certification/routes'
import { api } from './api.ts'

/** Where the certification of the signed-in person stands. */
export const certificationQuery = queryOptions({
  queryKey: ['certification', 'current'],
  queryFn: () => api(currentCertification, {}),
})
