import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { FavouriteList } from '../../market/favourites/favourite-list.tsx'
import type { Subject } from '../../market/favourites/queries.ts'

/** Where an offer of each market is shown. */
const pathOf = ({ kind, id }: Subject) =>
  ({
    superPoints: paths.computeOffer({ id }),
    code: paths.codeDetail({ id }),
    manpower: paths.talent({ productId: id }),
  })[kind]

/** One's favourites of all markets. */
export default function Favourites() {
  const { t } = useTranslation()
  const market = { label: t('titles.storageResources'), href: paths.market({ tab: 'computing' }) }
  return <FavouriteList pathOf={pathOf} market={market} />
}
