import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/addresses/paths.ts'
import { FavouriteList } from '../../market/favourites/favourite-list.tsx'
import { markets } from '../entries/markets.ts'

/** One's favourites of all markets. */
export default function Favourites() {
  const { t } = useTranslation()
  const market = { label: t('titles.storageResources'), href: paths.market({ tab: 'computing' }) }
  const kinds = markets.map(({ kind, name, offerPath }) => ({ kind, label: t(name), offerPath }))
  return <FavouriteList kinds={kinds} market={market} />
}
