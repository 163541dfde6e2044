import { Bone, Busy, keysOf, WordsBone } from '@trove/ui/feedback/skeletons'
import { useTranslation } from 'react-i18next'
import classes from './orders.module.css'

/** Steps that an order of any market has at least. */
const STEPS = 4

function TitleBone() {
  return (
    <div className={classes.title}>
      <WordsBone width={96} />
    </div>
  )
}

function StepBones() {
  return (
    <section className={classes.panel}>
      <TitleBone />
      <div>
        {keysOf(STEPS).map((key) => (
          <div key={key} className={classes.stepBone}>
            <Bone width={24} height={24} isRound />
            <WordsBone width="45%" />
          </div>
        ))}
      </div>
    </section>
  )
}

function RowBones({ count }: { count: number }) {
  return (
    <div>
      {keysOf(count).map((key) => (
        <div key={key} className={classes.rowBone}>
          <WordsBone width={88} />
          <WordsBone width={72} />
        </div>
      ))}
    </div>
  )
}

/** The page of an order on its way. */
export function OrderBones() {
  const { t } = useTranslation()
  return (
    <Busy label={t('common.loading')}>
      <div className={classes.body}>
        <div className={classes.page}>
          <div className={classes.column}>
            <section className={classes.panel}>
              <div className={classes.lead}>
                <Bone width={96} height={24} />
                <TitleBone />
                <WordsBone width="80%" />
              </div>
            </section>
            <StepBones />
          </div>
          <div className={classes.column}>
            <section className={classes.panel}>
              <TitleBone />
              <RowBones count={2} />
            </section>
            <section className={classes.panel}>
              <TitleBone />
              <WordsBone width="70%" />
              <WordsBone width="50%" />
              <RowBones count={5} />
            </section>
          </div>
        </div>
      </div>
    </Busy>
  )
}
