import { tabOf, tabs } from '../pages/market-tabs.ts'

/** The resource market, and beside it the tab the address in view names; a failure of that shows where it is drawn. */
export async function loadMarket() {
  const tab = tabs[tabOf(new URLSearchParams(location.search))].preload()
  const [page] = await Promise.all([import('../pages/resource-market.tsx'), tab.catch(() => undefined)])
  return page
}
