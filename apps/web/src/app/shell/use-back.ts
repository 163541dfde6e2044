import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { areas, isUnder, paths } from '../../lib/addresses/paths.ts'

/** Where the way back leads from a page that was opened by its address: the place of the bottom bar it belongs to. */
function parentOf(pathname: string): string {
  if (isUnder(pathname, [paths.orders()])) return paths.consumeOrders()
  if (isUnder(pathname, areas.personal)) return paths.personalCenter()
  if (isUnder(pathname, areas.market)) return paths.hub()
  return paths.home()
}

/** The way back of a phone's page; a place of the bottom bar (`isPlace`) has none. */
export function useBack(isPlace: boolean): { label: string; onClick: () => void } | undefined {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  if (isPlace) return undefined
  const onClick = () => {
    const hasHistory = ((window.history.state as { idx?: number } | null)?.idx ?? 0) > 0
    return hasHistory ? navigate(-1) : navigate(parentOf(pathname))
  }
  return { label: t('common.back'), onClick: () => void onClick() }
}
