import { Bone, Busy, keysOf, WordsBone } from '@trove/ui/feedback/skeletons'
import { useTranslation } from 'react-i18next'
import classes from './styles/storage.module.css'

/** What the card of a file says of it, besides its identifier, which has a line of its own. */
const FACTS = 7

function FactBone() {
  return (
    <div>
      <div className={classes.quiet}>
        <WordsBone width={72} />
      </div>
      <WordsBone width={112} />
    </div>
  )
}

/** The page of a stored file on its way: its card, its links, its copies, and what it costs. */
export function StoredFileBones() {
  const { t } = useTranslation()
  return (
    <Busy label={t('common.loading')}>
      <div className={classes.list}>
        <div className={classes.card}>
          <div className={classes.cardHead}>
            <WordsBone width={176} />
            <Bone width={72} height={24} />
          </div>
          <div className={classes.facts}>
            {keysOf(FACTS).map((key) => (
              <FactBone key={key} />
            ))}
          </div>
          <WordsBone width="60%" />
          <Bone width={96} height={36} />
        </div>
        {['share', 'copies', 'cost'].map((part) => (
          <div key={part} className={classes.panel}>
            <div className={classes.heading}>
              <WordsBone width={112} />
            </div>
            <WordsBone width="60%" />
            <Bone width={144} height={36} />
          </div>
        ))}
      </div>
    </Busy>
  )
}
