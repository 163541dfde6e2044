import { StickyAction } from '@trove/ui/actions/sticky-action'
import { Bone, Busy, WordsBone } from '@trove/ui/feedback/skeletons'
import { useTranslation } from 'react-i18next'
import { SayingBones } from '../detail/bones.tsx'
import panel from '../detail/panel.module.css'
import type { OrderFace } from './face.ts'
import classes from './orders.module.css'
import { RowBones, StepBones } from './row-bones.tsx'

/** What is said of the goods of most orders: who, what, how long, and when it was ordered. */
const GOODS_ROWS = 4

function TitleBone() {
  return (
    <div className={classes.title}>
      <WordsBone width={96} />
    </div>
  )
}

function NextBones() {
  return (
    <section className={classes.panel}>
      <div className={classes.lead}>
        <Bone width={96} height={27} />
        <TitleBone />
        <SayingBones words={5} />
      </div>
    </section>
  )
}

function GoodsBones() {
  return (
    <section className={classes.panel}>
      <TitleBone />
      <div className={classes.copyLine}>
        <small>
          <WordsBone width={64} />
        </small>
        <Bone width={208} height={36} />
      </div>
      <div className={classes.quiet}>
        <WordsBone width="70%" />
      </div>
      <RowBones count={GOODS_ROWS} />
    </section>
  )
}

/** The page of an order of which nothing is known yet: as that of a paid one of this market. */
export function OrderBones({ face }: { face: OrderFace | undefined }) {
  const { t } = useTranslation()
  return (
    <Busy label={t('common.loading')}>
      <div className={classes.body}>
        <div className={classes.page}>
          <div className={classes.column}>
            <NextBones />
            <section className={classes.panel}>
              <TitleBone />
              <StepBones count={face?.steps ?? 0} />
            </section>
            {face?.Awaited && <face.Awaited />}
          </div>
          <div className={classes.column}>
            <section className={classes.panel}>
              <TitleBone />
              <RowBones count={2} isHinted />
            </section>
            <GoodsBones />
            <StickyAction isBeside>
              <span className={panel.action} />
            </StickyAction>
          </div>
        </div>
      </div>
    </Busy>
  )
}
