import { Bone, FieldBones, WordsBone } from '@trove/ui/feedback/skeletons'
import { PanelBones } from '../../../market/detail/bones.tsx'
import panel from '../../../market/detail/panel.module.css'
import { Quiet } from '../../../market/detail/panel.tsx'

/** What the page of a hire shows besides, on its way: the time-sheet with its limit, hours given back, and the conversation. */
export function HireBones() {
  return (
    <>
      <PanelBones>
        <Quiet>
          <WordsBone width={176} />
        </Quiet>
        <Quiet>
          <WordsBone width={144} />
        </Quiet>
        <FieldBones count={1} />
        <span className={panel.action} style={{ width: 96 }} />
      </PanelBones>
      <PanelBones>
        <span className={panel.action} style={{ width: 128 }} />
      </PanelBones>
      <Bone width={120} height={30} />
      <Quiet>
        <WordsBone width="70%" />
      </Quiet>
    </>
  )
}
