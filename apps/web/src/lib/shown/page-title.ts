import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'

/** Titles of the browser's tabs: the kind of page at once, and the thing a page is about as soon as its name is known. */

/** The title of a page with the site's name. */
export function pageTitle(words: string, brand: string): string {
  return `${words} · ${brand}`
}

/**
 * Names the tab after the thing this page is about, so that several tabs and the history can be told apart.
 * Until `name` is known, the title of the page's kind stays.
 */
export function usePageTitle(name: string | undefined): void {
  const { t } = useTranslation()
  // Another thing of the same kind may have the same name: its address sets the title again.
  const { pathname } = useLocation()
  useEffect(() => {
    if (name && pathname) document.title = pageTitle(name, t('common.brand'))
  }, [name, pathname, t])
}
