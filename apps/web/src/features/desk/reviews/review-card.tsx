import { ActionButton } from '@trove/ui/actions/action-button'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../lib/session/session.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import classes from '../desk.module.css'
import { DeskCard } from '../desk-list.tsx'
import type { Hidden, ReviewAct } from './review-queries.ts'

type ReviewCardProps<Act extends ReviewAct> = {
  review: Hidden
  note?: string
  acts: readonly Act[]
  onAct: (act: Act) => void
  children?: ReactNode
}

const kindOf = (act: ReviewAct) => {
  if (act === 'leave') return 'plain'
  return act.startsWith('hide') ? 'danger' : 'main'
}

/** One review with its reply, what is hidden of them, and what a reviewer can do about it. */
export function ReviewCard<Act extends ReviewAct>({ review, note, acts, onAct, children }: ReviewCardProps<Act>) {
  const { t } = useTranslation()
  const { user } = useSession()
  const { author, targetId, side, stars, text, reply, writtenAt, isHidden, isReplyHidden } = review
  const labelOf = (act: ReviewAct) => t(`reviewDesk.acts.${act}`)
  const facts = [
    t(`reviewDesk.from.${side}`),
    t('reviews.stars', { count: stars }),
    formatMoment(writtenAt),
    isHidden && t('reviewDesk.isHidden'),
    isReplyHidden && t('reviewDesk.isReplyHidden'),
    note,
  ]
  return (
    <DeskCard>
      <div className={classes.head}>
        <span className={classes.words}>
          <strong>{author.nickName || t('reviews.deleted')}</strong>
          <span className={classes.quiet}>{facts.filter(Boolean).join(' · ')}</span>
        </span>
      </div>
      <p className={classes.said}>{text || t('reviewDesk.noWords')}</p>
      {reply && (
        <p className={classes.said}>
          <strong>{t('reviews.reply')}</strong> {reply}
        </p>
      )}
      {children}
      {user?.userId === author.id || user?.userId === targetId ? (
        <p className={classes.quiet}>{t('reviewDesk.own')}</p>
      ) : (
        <div className={classes.actions}>
          {acts.map((act) => (
            <ActionButton key={act} kind={kindOf(act)} action={{ label: labelOf(act), onClick: () => onAct(act) }} />
          ))}
        </div>
      )}
    </DeskCard>
  )
}
