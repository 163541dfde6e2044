import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  addCodeProof,
  checkCodeProof,
  listCodeProofs,
  removeCodeProof,
} from '@trove/contract/certification/code-proofs'
import type { RouteData } from '@trove/contract/kit/route'
import { api } from '../../lib/calls/api.ts'

export type Proofs = RouteData<typeof listCodeProofs>

const KEY = ['certification', 'code']

/** The repositories that one proves to write to. */
export function useCodeProofs() {
  return useQuery({ queryKey: KEY, queryFn: () => api(listCodeProofs, {}) })
}

/** A call that changes the list, which is read again after it. */
function useChange<In>(call: (given: In) => Promise<unknown>, onSuccess?: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSuccess,
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  })
}

export const useAddProof = (done: () => void) =>
  useChange((repository: string) => api(addCodeProof, { body: { repository } }), done)
export const useCheckProof = (done: () => void) =>
  useChange((id: string) => api(checkCodeProof, { params: { id } }), done)
export const useRemoveProof = (done: () => void) =>
  useChange((id: string) => api(removeCodeProof, { params: { id } }), done)
