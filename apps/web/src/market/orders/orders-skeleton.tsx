import { Bone, Busy, keysOf, WordsBone } from '@trove/ui/feedback/skeletons'
import { useTranslation } from 'react-i18next'
import classes from './orders.module.css'

/** Facts of an order that every market's has at least: the goods, who, how many or how long, and when. */
const FACTS = 4

function OrderBones() {
  return (
    <div className={classes.card}>
      <div className={classes.head}>
        <span className={classes.number}>
          <small>
            <WordsBone width={64} />
          </small>
          <WordsBone width={176} />
        </span>
        <Bone width={72} height={24} />
      </div>
      <dl className={classes.fields}>
        {keysOf(FACTS).map((key) => (
          <div key={key} className={classes.field}>
            <dt>
              <WordsBone width={56} />
            </dt>
            <dd>
              <WordsBone width={112} />
            </dd>
          </div>
        ))}
      </dl>
      <div className={classes.foot}>
        <div className={classes.sum}>
          <small>
            <WordsBone width={40} />
          </small>
          <Bone width={88} height={23} />
        </div>
      </div>
    </div>
  )
}

/** Orders on their way, each in the shape of one. */
export function OrdersSkeleton() {
  const { t } = useTranslation()
  return (
    <Busy label={t('common.loading')}>
      <div className={classes.list}>
        {keysOf(5).map((key) => (
          <OrderBones key={key} />
        ))}
      </div>
    </Busy>
  )
}
