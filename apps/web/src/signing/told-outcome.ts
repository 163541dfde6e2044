import type { Fate, Outcome } from '@trove/chain-client/reading/outcome'
import { useTranslation } from 'react-i18next'

/** What a person is told of a signed call. */
export type Told = { kind: 'success' | 'warning' | 'error'; text: string }

/**
 * The words for what became of a signed call; none while nobody knows.
 * @param doneText says what was done, when it was
 */
export function useToldOutcome(doneText: string): (outcome: Outcome | Fate) => Told | undefined {
  const { t } = useTranslation()
  return (outcome) => {
    switch (outcome.kind) {
      case 'in-block':
      case 'finalised':
      case 'done':
        return { kind: 'success', text: doneText }
      case 'refused':
        return { kind: 'error', text: t('chainWallet.signing.refused', { why: t(`chainRefusals.${outcome.refusal}`) }) }
      case 'abandoned':
        return { kind: 'error', text: t('chainWallet.signing.abandoned') }
      case 'balance-too-low':
        return { kind: 'error', text: t('chainWallet.signing.short.fee') }
      case 'unreachable':
        return { kind: 'error', text: t('chainWallet.node.unreachable') }
      case 'impossible':
        return { kind: 'error', text: t('chainWallet.signing.expired') }
      case 'busy':
        return { kind: 'warning', text: t('chainWallet.signing.busy') }
      case 'gone':
        return outcome.inclusion
          ? { kind: 'warning', text: t('chainWallet.signing.goneIn', { block: outcome.inclusion.blockNumber }) }
          : { kind: 'warning', text: t('chainWallet.signing.gone') }
      default:
        return undefined
    }
  }
}
