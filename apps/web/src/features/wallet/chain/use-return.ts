import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { isUnder, paths } from '../../../lib/addresses/paths.ts'
import { safePath } from '../../../lib/addresses/safe-path.ts'

/** The way back for a person who came only to connect a wallet (`next` of the purse's address); undefined for others. */
export function useReturn(): { label: string; href: string } | undefined {
  const { t } = useTranslation()
  const href = safePath(useSearchParams()[0].get('next'))
  if (!href) return undefined
  const isStorage = isUnder(href.replace(/\?.*$/, ''), [paths.myStorage()])
  return { href, label: isStorage ? t('chainWallet.backTo', { page: t('titles.myStorage') }) : t('chainWallet.back') }
}
