import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  applyForCertification,
  type currentCertification,
  keptCertificationForm,
  uploadPaper,
} from '@trove/contract/certification/routes'
import type { CertificationForm, PAPER_TYPES } from '@trove/contract/certification/shapes'
import { ticketForFile } from '@trove/contract/files/routes'
import type { RouteData } from '@trove/contract/kit/route'
import type { z } from 'zod'
import { api } from '../../lib/calls/api.ts'
import { certificationQuery } from '../../lib/calls/certification.ts'
import { makeSmall } from '../../lib/pictures/make-small.ts'

export type Current = RouteData<typeof currentCertification>
export type KeptForm = NonNullable<RouteData<typeof keptCertificationForm>>
export type PaperType = (typeof PAPER_TYPES)[number]

/** All that is asked of it, `certificationQuery` among it. */
const KEY = ['certification']

/** Where one's certification stands. */
export function useCertification() {
  return useQuery(certificationQuery)
}

/** What one applied with last; null when one never did. */
export function useKeptForm() {
  return useQuery({
    queryKey: [...KEY, 'form'],
    queryFn: () => api(keptCertificationForm, {}),
    refetchOnWindowFocus: false,
  })
}

/** Sends the form; whatever the answer, the pages show how it stands now. */
export function useApply(onSuccess: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: z.input<typeof CertificationForm>) => api(applyForCertification, { body }),
    meta: { isHandled: true },
    onSuccess,
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  })
}

/** Makes a picture small where it is large and sends it; answers its name. */
export async function sendPaper(file: File): Promise<string> {
  const body = new FormData()
  const small = await makeSmall(file)
  body.append('file', small, file.name)
  return (await api(uploadPaper, { body } as never)).filename
}

/** An address that shows a paper of one's own once. */
export const paperTicket = (filename: string) => api(ticketForFile, { params: { id: filename } })
