import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/addresses/paths.ts'
import { lazyPart } from '../../lib/shown/later/lazy-part.ts'
import { FavouriteList } from '../../market/favourites/favourite-list.tsx'
import { markets } from '../entries/markets.ts'

/** A machine's title is its number; a work and an expert are known by theirs. */
const MachineFacts = lazyPart(() => import('../../features/compute/offer/favourite-facts.tsx'))

/** One's favourites of all markets. */
export default function Favourites() {
  const { t } = useTranslation()
  const market = { label: t('titles.storageResources'), href: paths.market({ tab: 'computing' }) }
  const kinds = markets.map(({ kind, name, offerPath }) => ({
    ...{ kind, label: t(name), offerPath },
    Facts: kind === 'superPoints' ? MachineFacts : undefined,
  }))
  return <FavouriteList kinds={kinds} market={market} />
}
