import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { FavouriteList } from '../../market/favourites/favourite-list.tsx'
import type { Subject } from '../../market/favourites/queries.ts'

/** Where an offer of each market is shown; none for a market without such a page yet. */
function pathOf({ kind, id }: Subject): string | undefined {
  if (kind === 'superPoints') return paths.computeOffer({ id })
  return kind === 'code' ? paths.codeDetail({ id }) : undefined
}

/** One's favourites of all markets. */
export default function Favourites() {
  const { t } = useTranslation()
  const market = { label: t('titles.storageResources'), href: paths.market({ tab: 'computing' }) }
  return <FavouriteList pathOf={pathOf} market={market} />
}
