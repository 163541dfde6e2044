import { fill, type Language } from '@trove/messages/kit/say'
import { storageAgentTexts as texts } from '@trove/messages/storage/storage-agent'
import { formatTtc } from '@trove/units/token'
import type { Alert } from './snapshot.ts'

/** What an alert says, on the page and in what is sent. */
export function alertText(alert: Alert, language: Language): string {
  if (alert.kind === 'needsFunds' || alert.kind === 'bondLow')
    return fill(texts.alert[alert.kind], language, { amount: formatTtc(alert.amountPlanck, { most: 3 }) })
  const { kind, ...params } = alert
  return fill(texts.alert[kind], language, params)
}
