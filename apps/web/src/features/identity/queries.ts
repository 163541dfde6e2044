import { getSlider, sendSms } from '@trove/contract/identity'
import { api } from '../../lib/api.ts'

/** Asks for a sign-in code; `slider` is the solved puzzle when the server wanted one. */
export function requestCode(mobile: string, slider?: string) {
  return api(sendSms, { query: { mobile, slider } })
}

/** A fresh slider puzzle. */
export function requestSlider() {
  return api(getSlider, {})
}
