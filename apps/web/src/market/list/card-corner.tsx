import { ActionIcon } from '@mantine/core'
import { CompareIcon } from '@trove/ui/icons/actions'
import { useTranslation } from 'react-i18next'
import CardHeart from '../favourites/card-heart.tsx'
import type { Subject } from '../favourites/queries.ts'
import classes from './list.module.css'
import { type ListUrl, PICKS_MOST } from './list-url.ts'

type CardCornerProps = {
  subject: Subject
  name: string
  isMarked: boolean
  /** Where goods of this market are compared. */
  picks?: Pick<ListUrl, 'picked' | 'pick'> | undefined
}

/** What can be done to the goods of a card without opening it: choosing them to be compared, as the table's ticks do, and a heart. */
export default function CardCorner({ subject, name, isMarked, picks }: CardCornerProps) {
  const { t } = useTranslation()
  const isPicked = picks?.picked.includes(subject.id) ?? false
  const isFull = !isPicked && (picks?.picked.length ?? 0) >= PICKS_MOST
  const label = t('market.compare.pick', { name })
  return (
    <span className={classes.corner}>
      {picks && (
        <ActionIcon
          variant={isPicked ? 'filled' : 'subtle'}
          color={isPicked ? 'jade' : 'gray'}
          aria-label={label}
          title={isFull ? t('market.compare.chosen', { count: PICKS_MOST }) : label}
          aria-pressed={isPicked}
          aria-disabled={isFull}
          onClick={() => picks.pick(subject.id)}
        >
          <CompareIcon size={18} />
        </ActionIcon>
      )}
      <CardHeart subject={subject} name={name} isOn={isMarked} />
    </span>
  )
}
