import { Bone, Busy, keysOf, WordsBone } from '@trove/ui/feedback/skeletons'
import { Columns } from '@trove/ui/layout/columns'
import { FactGridSkeleton } from '@trove/ui/lists/fact-grid-skeleton'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../lib/session/language.ts'
import { ActionBones } from '../../../market/detail/action-bones.tsx'
import { LineBones, PanelBones, SayingBones, SellerBones, SentenceBones } from '../../../market/detail/bones.tsx'
import classes from '../../../market/detail/panel.module.css'
import { Panel } from '../../../market/detail/panel.tsx'

/** What is compared of a machine without GPUs, below the line that says what stands where. */
const COMPARED = 8
const COMPARED_OF_GPUS = 4
/** How it is handed over, and what the site promises. */
const SAYINGS = 2

/** About as wide as the words that say when it was checked, and its id: on a phone they may have no room side by side. */
const ENDS = { 'zh-CN': { badge: 138, id: 153 }, en: { badge: 206, id: 181 } }

/** The page of a machine on its way; `hasGpu` where its list said so. */
export function OfferBones({ hasGpu }: { hasGpu: boolean }) {
  const { t } = useTranslation()
  const { badge, id } = ENDS[currentLanguage()]
  return (
    <Busy label={t('common.loading')}>
      <Columns aside={<ActionBones hasNote />}>
        <Panel>
          <div className={classes.ends}>
            <Bone width={badge} height={24} />
            <span className={classes.quiet}>
              <WordsBone width={id} />
            </span>
          </div>
          <FactGridSkeleton count={6} hasWide={hasGpu} />
          <span className={classes.quiet}>
            <SayingBones words={3} />
          </span>
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
        {keysOf(SAYINGS).map((key) => (
          <PanelBones key={key}>
            <span className={classes.quiet}>
              <SayingBones words={11} />
            </span>
          </PanelBones>
        ))}
        <SentenceBones />
      </Columns>
    </Busy>
  )
}
