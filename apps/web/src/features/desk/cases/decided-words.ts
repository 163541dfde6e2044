import type { TFunction } from 'i18next'
import { nameOf } from '../name-of.ts'

type Ruling = { state: 'proposed' | 'final' | 'declined'; decidedBy: { id: string; nickName: string } | null }

/** Who confirmed or dropped what somebody proposed, to stand after it; nothing where one person ruled alone. */
export function decidedWords(t: TFunction, { state, decidedBy }: Ruling): string {
  if (state === 'proposed' || !decidedBy) return ''
  return ` · ${t(`desk.decided.${state}`, { name: nameOf(decidedBy) })}`
}
