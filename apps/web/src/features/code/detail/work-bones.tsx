import { Bone, Busy, FieldBones, keysOf, WordsBone } from '@trove/ui/feedback/skeletons'
import { Columns } from '@trove/ui/layout/columns'
import { useTranslation } from 'react-i18next'
import { ActionBones } from '../../../market/detail/action-bones.tsx'
import { LineBones, PanelBones, SellerBones, SentenceBones } from '../../../market/detail/bones.tsx'
import { Panel } from '../../../market/detail/panel.tsx'
import classes from '../code.module.css'
import type { Card } from '../queries.ts'

function AboutBones({ name }: { name: string | undefined }) {
  return (
    <Panel>
      <div className={classes.heading}>{name ?? <WordsBone width="60%" />}</div>
      <Bone width={136} height={28} />
      <div className={classes.counts}>
        <WordsBone width={168} />
      </div>
      <div className={classes.lines}>
        {keysOf(3).map((key) => (
          <div key={key} className={classes.fact}>
            <WordsBone width={56} />
            <WordsBone width={144} />
          </div>
        ))}
      </div>
      <SellerBones />
    </Panel>
  )
}

/** One picture, which every work that is published with any has at least. */
function PicturesBones() {
  return (
    <PanelBones>
      <div className={classes.gallery}>
        <div>
          <span className={classes.pictureBone} />
          <span className={classes.when}>
            <WordsBone width={48} />
          </span>
        </div>
      </div>
    </PanelBones>
  )
}

/** What was looked for in it: each a word and what was found. */
function ScanBones() {
  return (
    <PanelBones>
      <LineBones count={2} />
      {keysOf(5).map((key) => (
        <div key={key}>
          <WordsBone width={112} />
          <LineBones count={2} />
        </div>
      ))}
    </PanelBones>
  )
}

/** The page of a work on its way; `card` is what its list said of it. */
export function WorkBones({ card }: { card: Card | undefined }) {
  const { t } = useTranslation()
  return (
    <Busy label={t('common.loading')}>
      <Columns
        aside={
          <div className={classes.stack}>
            <ActionBones />
            <SentenceBones lines={2} />
          </div>
        }
      >
        <AboutBones name={card?.productName} />
        <PicturesBones />
        <PanelBones>
          <LineBones count={9} />
        </PanelBones>
        <PanelBones>
          <FieldBones count={4} />
        </PanelBones>
        <ScanBones />
        <PanelBones>
          <LineBones count={6} />
        </PanelBones>
        <PanelBones>
          <LineBones count={7} />
        </PanelBones>
      </Columns>
    </Busy>
  )
}
