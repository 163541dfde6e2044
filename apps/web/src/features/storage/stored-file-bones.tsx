import { Bone, Busy, FieldBones, keysOf, WordsBone } from '@trove/ui/feedback/skeletons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './styles/storage.module.css'

/** What the card of a file says of it, besides its identifier, which has a line of its own. */
const FILE_FACTS = 7
/** Of a copy and of the cost alike. */
const FACTS = 5
/** As many as most orders want. */
const COPIES = 3

function FactBones({ count }: { count: number }) {
  return (
    <div className={classes.facts}>
      {keysOf(count).map((key) => (
        <div key={key}>
          <div className={classes.quiet}>
            <WordsBone width={72} />
          </div>
          <WordsBone width={112} />
        </div>
      ))}
    </div>
  )
}

function CardBones({ facts, children }: { facts: number; children?: ReactNode }) {
  return (
    <div className={classes.card}>
      <div className={classes.cardHead}>
        <WordsBone width={176} />
        <Bone width={72} height={24} />
      </div>
      <FactBones count={facts} />
      {children}
    </div>
  )
}

function HeadingBone() {
  return (
    <div className={classes.heading}>
      <WordsBone width={112} />
    </div>
  )
}

/** The page of a stored file on its way: its card, its links, more time for it, its copies, and what it costs. */
export function StoredFileBones() {
  const { t } = useTranslation()
  return (
    <Busy label={t('common.loading')}>
      <div className={classes.list}>
        <CardBones facts={FILE_FACTS}>
          <WordsBone width="60%" />
          <Bone width={96} height={36} />
        </CardBones>
        {['share', 'extend'].map((part) => (
          <div key={part} className={classes.panel}>
            <HeadingBone />
            <WordsBone width="80%" />
            <WordsBone width="60%" />
            <FieldBones count={1} />
            <Bone width={144} height={36} />
          </div>
        ))}
        <div>
          <HeadingBone />
          <div className={classes.list}>
            {keysOf(COPIES).map((key) => (
              <CardBones key={key} facts={FACTS} />
            ))}
          </div>
        </div>
        <div className={classes.panel}>
          <HeadingBone />
          <FactBones count={FACTS} />
        </div>
      </div>
    </Busy>
  )
}
