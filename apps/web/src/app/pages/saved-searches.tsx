import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/addresses/paths.ts'
import { SearchList } from '../../market/searches/search-list.tsx'
import { markets } from '../entries/markets.ts'

/** One's saved searches of all markets. */
export default function SavedSearches() {
  const { t } = useTranslation()
  const market = { label: t('titles.storageResources'), href: paths.market({ tab: 'computing' }) }
  const kinds = markets.map(({ kind, name, listPath }) => ({ kind, label: t(name), listPath }))
  return <SearchList kinds={kinds} market={market} />
}
