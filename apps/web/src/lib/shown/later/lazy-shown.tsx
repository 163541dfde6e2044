import { ErrorState } from '@trove/ui/feedback/error-state'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { type Load, lazyAgain } from './lazy-again.ts'
import { withMoreWords } from './lazy-part.ts'

function Failed({ retry }: { retry: () => void }) {
  const { t } = useTranslation()
  return <ErrorState title={t('common.failedToLoad')} retry={{ label: t('common.retry'), onClick: retry }} isSmall />
}

/**
 * A chart or a dialog whose code arrives when it is drawn. Where it cannot be had, an error with a way to try again stands in its
 * place; the page around it, and what was typed there, stays. It stands within a `Suspense`.
 */
export function lazyShown<P extends object>(load: Load<P>): ComponentType<P> {
  return lazyAgain(load, Failed)
}

/** The same for a panel of a page that is shown with the first words only: it waits for those of all screens. */
export function lazyPanel<P extends object>(load: Load<P>): ComponentType<P> {
  return lazyShown(withMoreWords(load))
}
