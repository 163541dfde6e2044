import type { getCertificate } from '@trove/contract/compute/certificates'
import type { RouteData } from '@trove/contract/kit/route'

export type Issued = RouteData<typeof getCertificate>
export type Certificate = Issued['certificate']
