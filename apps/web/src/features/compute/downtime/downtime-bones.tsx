import { WordsBone } from '@trove/ui/feedback/skeletons'
import { Quiet } from '../../../market/detail/panel.tsx'
import { RowBones } from '../../../market/orders/row-bones.tsx'

/** What the probes of a lease found, on its way: minutes that were answered and were not, what came back, and one line. */
export function DowntimeBones() {
  return (
    <>
      <RowBones count={3} />
      <Quiet>
        <WordsBone width="70%" />
      </Quiet>
    </>
  )
}
