import { ErrorState } from '@trove/ui/feedback/error-state'
import { useId, useLayoutEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'

/** Those in view that would say it, in the order in which they came. */
let speakers: readonly string[] = []
const listeners = new Set<() => void>()

function setSpeakers(next: readonly string[]): void {
  speakers = next
  for (const listen of listeners) listen()
}

function subscribe(listen: () => void): () => void {
  listeners.add(listen)
  return () => listeners.delete(listen)
}

/** Whether this one is the first of the page: when it goes, the next one is. */
function useIsSpeaker(): boolean {
  const id = useId()
  useLayoutEffect(() => {
    setSpeakers([...speakers, id])
    return () => setSpeakers(speakers.filter((one) => one !== id))
  }, [id])
  return useSyncExternalStore(subscribe, () => speakers[0] === id)
}

/**
 * In place of what the chain would say, while no node of it answers: with a way to try again. All of a page share one connection,
 * so only the first says it, and its retry is the retry of all (`useChainAccount`).
 */
export function NodeAway({ retry }: { retry: () => void }) {
  const { t } = useTranslation()
  const isSpeaker = useIsSpeaker()
  if (!isSpeaker) return null
  return (
    <ErrorState
      title={t('chainWallet.node.unreachable')}
      retry={{ label: t('common.retry'), onClick: retry }}
      isSmall
    />
  )
}
