import { Link } from '@trove/ui/base/link'
import { EmptyState } from '@trove/ui/feedback/empty-state'
import { EmptyMessagesPicture } from '@trove/ui/feedback/pictures'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { AvatarImage } from '@trove/ui/lists/avatar-image'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/addresses/paths.ts'
import { useNow } from '../../lib/calls/clock.ts'
import { GrowingList } from '../../lib/lists/growing-list.tsx'
import { formatAgo } from '../../lib/shown/format.ts'
import classes from './conversations.module.css'
import { type Head, useConversations } from './queries.ts'

function LastWord({ last }: { last: Head['last'] }) {
  const { t } = useTranslation()
  if (!last) return <span className={classes.quiet}>{t('conversations.nothingYet')}</span>
  const text = last.text || (last.hasFile ? t('conversations.file') : t('conversations.erased'))
  return <span className={classes.lastWord}>{last.isOwn ? t('conversations.you', { text }) : text}</span>
}

function Row({ head, isChosen }: { head: Head; isChosen: boolean }) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  return (
    <Link
      href={paths.conversations({ id: head.id })}
      className={classes.row}
      aria-current={isChosen ? 'true' : undefined}
    >
      <AvatarImage src={head.other.headImgUrl} name={head.other.nickName} size={40} />
      <span className={classes.words}>
        <span className={classes.line}>
          <strong className={classes.name}>
            {head.other.nickName}
            {head.other.isDemo && ` · ${t('common.demo')}`}
          </strong>
          {head.last && (
            <time className={classes.time} dateTime={head.last.at}>
              {formatAgo(head.last.at, now)}
            </time>
          )}
        </span>
        <span className={classes.quiet}>{head.subject.title || t('conversations.gone')}</span>
        <span className={classes.line}>
          <LastWord last={head.last} />
          {head.unread > 0 && (
            <span className={classes.badge}>
              <span aria-hidden>{head.unread > 99 ? '99+' : head.unread}</span>
              <span className={classes.hidden}>{t('conversations.unread', { amount: head.unread })}</span>
            </span>
          )}
        </span>
      </span>
    </Link>
  )
}

/** One's conversations, the newest word first. */
export function ConversationList({ chosenId }: { chosenId: string | undefined }) {
  const { t } = useTranslation()
  const list = useConversations()
  const { heads } = list
  return (
    <nav aria-label={t('conversations.list')}>
      <GrowingList
        list={list}
        count={heads.length}
        skeleton={
          <div className={classes.bones}>
            <RowsSkeleton label={t('common.loading')} />
          </div>
        }
        hasNoEnd
        empty={
          <EmptyState
            illustration={<EmptyMessagesPicture />}
            title={t('conversations.empty')}
            text={t('conversations.emptyHint')}
            action={{
              label: t('titles.storageResources'),
              href: paths.market({ tab: 'computing' }),
            }}
          />
        }
      >
        {heads.map((head) => (
          <Row key={head.id} head={head} isChosen={head.id === chosenId} />
        ))}
      </GrowingList>
    </nav>
  )
}
