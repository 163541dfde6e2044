import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { areas, isUnder, paths } from '../../lib/addresses/paths.ts'
import { useWayBack } from '../../lib/addresses/use-way-back.ts'
import { marketAreas } from './menu-model.ts'

/** Where the way back leads from a page that was opened by its address: the place of the bottom bar it belongs to. */
function parentOf(pathname: string): string {
  if (isUnder(pathname, [paths.orders()])) return paths.consumeOrders()
  if (isUnder(pathname, areas.personal)) return paths.personalCenter()
  if (isUnder(pathname, marketAreas)) return paths.hub()
  return paths.home()
}

/** The way back of a phone's page; a place of the bottom bar (`isPlace`) has none. */
export function useBack(isPlace: boolean): { label: string; onClick: () => void } | undefined {
  const { t } = useTranslation()
  const onClick = useWayBack(parentOf(useLocation().pathname))
  return isPlace ? undefined : { label: t('common.back'), onClick }
}
