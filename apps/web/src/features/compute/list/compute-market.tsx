import { MarketList } from '../../../market/list/market-list.tsx'
import { useListFace } from './list-face.tsx'

/** The list of machines with filter, order and live count: the computing tab and the list page alike. */
export default function ComputeMarket() {
  return <MarketList face={useListFace()} />
}
