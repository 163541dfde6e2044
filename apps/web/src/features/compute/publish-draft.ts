import { readSession } from '../../lib/session.ts'
import type { OfferFields } from './offer-form.ts'

/** What a person typed into the publish form, kept for this tab and for them alone; the password never is. */

const key = () => `trove-publish-draft:${readSession().user?.userId ?? ''}`

/** Keeps the fields without the password. */
export function keepDraft({ defaultPassword: _, ...fields }: Partial<OfferFields>): void {
  sessionStorage.setItem(key(), JSON.stringify(fields))
}

/** The kept fields, when any of them says something. */
export function readDraft(): Partial<OfferFields> | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key()) ?? 'null')
    if (!kept || typeof kept !== 'object') return undefined
    const texts = Object.entries(kept).filter(([, value]) => typeof value === 'string' && value !== '')
    return texts.length > 0 ? Object.fromEntries(texts) : undefined
  } catch {
    return undefined
  }
}

/** Forgets the draft. */
export function dropDraft(): void {
  sessionStorage.removeItem(key())
}
