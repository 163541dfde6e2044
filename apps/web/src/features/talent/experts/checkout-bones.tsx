import { Bone, Busy, FieldBones, keysOf, WordsBone } from '@trove/ui/feedback/skeletons'
import { Columns } from '@trove/ui/layout/columns'
import { useTranslation } from 'react-i18next'
import { ActionBones } from '../../../market/detail/action-bones.tsx'
import { LineBones, PanelBones, SellerBones, SentenceBones } from '../../../market/detail/bones.tsx'
import { Panel } from '../../../market/detail/panel.tsx'

/** Terms of the sum and the total below them. */
const SUM_ROWS = 5

/** The settlement desk of an expert's hours on its way, with the sum and the button where they will be. */
export function CheckoutBones() {
  const { t } = useTranslation()
  return (
    <Busy label={t('common.loading')}>
      <Columns aside={<ActionBones hasNote />}>
        <Panel>
          <SellerBones />
          <FieldBones count={1} />
          <Bone width="100%" height={140} />
        </Panel>
        <SentenceBones />
        <PanelBones>
          <Bone width="100%" height={220} />
          <LineBones count={2} />
        </PanelBones>
        <PanelBones>
          <Bone width="100%" height={60} />
        </PanelBones>
        <Panel>
          {keysOf(SUM_ROWS).map((key) => (
            <WordsBone key={key} width="100%" />
          ))}
        </Panel>
        <Panel>
          <LineBones count={3} />
        </Panel>
      </Columns>
    </Busy>
  )
}
