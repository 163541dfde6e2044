import { useLocation } from 'react-router'
import { paths } from '../addresses/paths.ts'

/** Where a chain account is connected, with the way back to the page that needs it. */
export function useConnectWay(): string {
  const { pathname, search } = useLocation()
  return paths.purse({ next: pathname + search })
}
