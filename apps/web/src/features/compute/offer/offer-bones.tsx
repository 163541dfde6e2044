import { Bone, Busy, keysOf, WordsBone } from '@trove/ui/feedback/skeletons'
import { Columns } from '@trove/ui/layout/columns'
import { FactGridSkeleton } from '@trove/ui/lists/fact-grid-skeleton'
import { useTranslation } from 'react-i18next'
import { ActionBones } from '../../../market/detail/action-bones.tsx'
import { LineBones, PanelBones, SellerBones, SentenceBones } from '../../../market/detail/bones.tsx'
import classes from '../../../market/detail/panel.module.css'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'

/** What is compared of a machine without GPUs, below the line that says what stands where. */
const COMPARED = 8
const COMPARED_OF_GPUS = 4

/** The page of a machine on its way; `hasGpu` where its list said so. */
export function OfferBones({ hasGpu }: { hasGpu: boolean }) {
  const { t } = useTranslation()
  return (
    <Busy label={t('common.loading')}>
      <Columns aside={<ActionBones hasNote />}>
        <Panel>
          <div className={classes.ends}>
            <Bone width={144} height={24} />
            <span className={classes.quiet}>
              <WordsBone width={152} />
            </span>
          </div>
          <FactGridSkeleton count={6} hasWide={hasGpu} />
          <Quiet>
            <WordsBone width="60%" />
          </Quiet>
        </Panel>
        <Panel>
          <SellerBones />
          <LineBones count={1} />
        </Panel>
        <PanelBones>
          <div>
            {keysOf(COMPARED + (hasGpu ? COMPARED_OF_GPUS : 0)).map((key) => (
              <div key={key} className={classes.compared}>
                <WordsBone width="80%" />
              </div>
            ))}
          </div>
          <Bone width={144} height={36} />
        </PanelBones>
        <SentenceBones lines={3} />
        <SentenceBones lines={3} />
        <SentenceBones />
      </Columns>
    </Busy>
  )
}
