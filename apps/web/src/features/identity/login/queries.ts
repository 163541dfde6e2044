import { useQuery } from '@tanstack/react-query'
import { listInterestTags } from '@trove/contract/dictionary/routes'
import { getSlider, getSliderQuestion, listSessions, sendSmsByPost } from '@trove/contract/identity/routes'
import { api } from '../../../lib/calls/api.ts'

/** Asks for a sign-in code; `slider` is the solved puzzle when the server wanted one. */
export function requestCode(mobile: string, slider?: string) {
  return api(sendSmsByPost, { body: { mobile, slider } })
}

/** A fresh slider puzzle. */
export function requestSlider() {
  return api(getSlider, {})
}

/** A question in place of the puzzle. */
export function requestQuestion() {
  return api(getSliderQuestion, {})
}

/** One's signed-in devices. */
export function useSessions() {
  return useQuery({ queryKey: ['identity', 'sessions'], queryFn: () => api(listSessions, {}) })
}

/** Interest tags to choose from. */
export function useInterestTags() {
  return useQuery({
    queryKey: ['dictionary', 'interest-tags'],
    queryFn: () => api(listInterestTags, {}),
    staleTime: 300_000,
  })
}
