import { ActionIcon } from '@mantine/core'
import { LoneLink } from '@trove/ui/actions/lone-link'
import { Link } from '@trove/ui/base/link'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { BackIcon } from '@trove/ui/icons/actions'
import { AvatarImage } from '@trove/ui/lists/avatar-image'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/addresses/paths.ts'
import { SmallFailure } from '../../lib/calls/failure.tsx'
import { ShowMore } from '../../lib/lists/show-more.tsx'
import { FailureOrGone } from '../../lib/shown/failure-or-gone.tsx'
import { usePageTitle } from '../../lib/shown/page-title.ts'
import { Composer } from './composer.tsx'
import classes from './conversations.module.css'
import { MessageItem } from './message.tsx'
import { type Head, type Said, useConversation, useMarkRead, useMessages } from './queries.ts'

export type SubjectPath = (subject: Head['subject']) => string

/** To all conversations, where they do not stand beside this one. */
function ToAll() {
  const { t } = useTranslation()
  return (
    <ActionIcon component={Link} href={paths.conversations()} aria-label={t('common.back')} className={classes.back}>
      <BackIcon />
    </ActionIcon>
  )
}

function Header({ head, subjectPath }: { head: Head; subjectPath: SubjectPath }) {
  const { t } = useTranslation()
  const { other, subject } = head
  return (
    <header className={classes.header}>
      <ToAll />
      <AvatarImage src={other.headImgUrl} name={other.nickName} size={36} />
      <span className={classes.words}>
        <h2 className={classes.name}>
          {other.nickName}
          {other.isDemo && ` · ${t('common.demo')}`}
        </h2>
        <span className={classes.quiet}>
          {t(head.isOtherOwner ? 'conversations.seller' : 'conversations.buyer')}
          {' · '}
          {subject.title ? (
            <LoneLink href={subjectPath(subject)}>{t('conversations.about', { title: subject.title })}</LoneLink>
          ) : (
            t('conversations.gone')
          )}
        </span>
      </span>
    </header>
  )
}

/** Nearer to the end than this, a reader is reading what comes. */
const NEAR_END_PX = 80

/**
 * Keeps the newest word in sight for who reads there or just wrote it; who scrolled up keeps their place, also when earlier
 * words come in above it.
 */
function useScroll(messages: Said[]) {
  const box = useRef<HTMLDivElement>(null)
  const height = useRef(0)
  const newest = messages.at(-1)?.id
  const oldest = messages[0]?.id
  const isOwn = messages.at(-1)?.isOwn ?? false
  const before = useRef({ newest, oldest })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const isAtEnd = height.current - element.scrollTop - element.clientHeight < NEAR_END_PX
    const hasNews = before.current.newest !== newest && (isAtEnd || isOwn)
    if (hasNews || height.current === 0) element.scrollTop = element.scrollHeight
    else if (before.current.oldest !== oldest) element.scrollTop += element.scrollHeight - height.current
    height.current = element.scrollHeight
    before.current = { newest, oldest }
  }, [newest, oldest, isOwn])
  return box
}

function Messages({ head }: { head: Head }) {
  const { t } = useTranslation()
  const list = useMessages(head.id)
  const box = useScroll(list.messages)
  useMarkRead(head.id, list.messages.at(-1))
  if (list.isPending)
    return (
      <div className={classes.bones}>
        <RowsSkeleton label={t('common.loading')} />
      </div>
    )
  if (list.isError && list.messages.length === 0) return <SmallFailure error={list.error} refetch={list.refetch} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard
    <section ref={box} className={classes.messages} tabIndex={0} aria-label={t('conversations.messages')}>
      {list.isError && <SmallFailure error={list.error} refetch={list.refetch} />}
      <ShowMore
        kind="quiet"
        label={t('conversations.earlier')}
        count={list.messages.length}
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
      {list.messages.length === 0 && <p className={classes.nothing}>{t('conversations.nothingYet')}</p>}
      <ol className={classes.said} aria-live="polite">
        {list.messages.map((message) => (
          <MessageItem key={message.id} message={message} isRead={message.position <= head.otherReadPosition} />
        ))}
      </ol>
    </section>
  )
}

/** One conversation: who, about what, what was said, and a place to write. */
export function Thread({ id, subjectPath }: { id: string; subjectPath: SubjectPath }) {
  const { t } = useTranslation()
  const { data: head, error, refetch } = useConversation(id)
  usePageTitle(head?.other.nickName)
  if (!head)
    return (
      <div className={classes.thread}>
        <header className={classes.bareHeader}>
          <ToAll />
        </header>
        {error ? (
          <FailureOrGone
            {...{ error, refetch }}
            wayOn={{ label: t('titles.conversations'), href: paths.conversations() }}
          />
        ) : (
          <div className={classes.bones}>
            <RowsSkeleton label={t('common.loading')} />
          </div>
        )}
      </div>
    )
  return (
    <div className={classes.thread}>
      <Header head={head} subjectPath={subjectPath} />
      <Messages head={head} />
      <Composer key={id} conversationId={id} />
    </div>
  )
}
