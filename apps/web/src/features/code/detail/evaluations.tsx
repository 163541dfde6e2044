import { COMMENT_MAX } from '@trove/contract/code/comments'
import { ActionButton } from '@trove/ui/actions/action-button'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { AvatarImage } from '@trove/ui/lists/avatar-image'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SmallFailure } from '../../../lib/calls/failure.tsx'
import { notify } from '../../../lib/calls/notify.ts'
import { ShowMore } from '../../../lib/lists/show-more.tsx'
import { useSession } from '../../../lib/session/session.ts'
import { formatDay } from '../../../lib/shown/format.ts'
import { WordsDialog } from '../../../lib/shown/words-dialog.tsx'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import { Stars } from '../../../market/reviews/stars.tsx'
import { type Evaluation, useEvaluations, type WorkDetail } from '../queries.ts'
import classes from './evaluations.module.css'
import { useSay, WriteEvaluation } from './write-evaluation.tsx'

type SaidBy = Pick<Evaluation, 'author' | 'isByAuthor' | 'words' | 'createTime'> & { stars?: number | null }

/** Who, when, how many stars, and the words: the same of an evaluation and of a reply. */
function Said({ author, isByAuthor, words, createTime, stars }: SaidBy) {
  const { t } = useTranslation()
  return (
    <>
      <span className={classes.who}>
        <strong>{author.nickName || t('reviews.deleted')}</strong>
        {isByAuthor && <span className={classes.author}>{t('code.evaluations.author')}</span>}
        {typeof stars === 'number' && <Stars value={stars} />}
        <time className={classes.when} dateTime={createTime}>
          {formatDay(createTime)}
        </time>
      </span>
      {words ? <p className={classes.text}>{words}</p> : <Quiet>{t('code.evaluations.erased')}</Quiet>}
    </>
  )
}

/** The button under an evaluation, and the question it opens. */
function ReplyTo({ id, workId }: { id: string; workId: string }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const say = useSay(workId)
  const done = () => {
    notify('success', t('reviews.answer.sent'))
    setOpen(false)
  }
  return (
    <span className={classes.answer}>
      <ActionButton kind="quiet" size="xs" action={{ label: t('reviews.answer.open'), onClick: () => setOpen(true) }} />
      {isOpen && (
        <WordsDialog
          title={t('reviews.answer.open')}
          label={t('reviews.answer.text')}
          help={t('code.evaluations.help')}
          emptyText={t('reviews.answer.empty')}
          maxLength={COMMENT_MAX}
          sendLabel={t('reviews.answer.send')}
          isBusy={say.isPending}
          onClose={() => setOpen(false)}
          onSend={(words) => say.mutate({ words, replyTo: id }, { onSuccess: done })}
        />
      )}
    </span>
  )
}

function One({ one, workId, mayReply }: { one: Evaluation; workId: string; mayReply: boolean }) {
  const { t } = useTranslation()
  return (
    <li className={classes.one}>
      <AvatarImage src={one.author.headImgUrl} name={one.author.nickName || t('reviews.deleted')} size={36} />
      <div className={classes.words}>
        <Said {...one} />
        {one.replies.length > 0 && (
          <ul className={classes.replies}>
            {one.replies.map((reply) => (
              <li key={reply.id} className={classes.words}>
                <Said {...reply} />
              </li>
            ))}
          </ul>
        )}
        {mayReply && <ReplyTo id={one.id} workId={workId} />}
      </div>
    </li>
  )
}

function List({ id, mayReply }: { id: string; mayReply: boolean }) {
  const { t } = useTranslation()
  const { list, evaluations } = useEvaluations(id)
  if (list.isPending) return <RowsSkeleton label={t('common.loading')} />
  if (list.isError && evaluations.length === 0) return <SmallFailure error={list.error} refetch={list.refetch} />
  if (evaluations.length === 0) return <Quiet>{t('code.evaluations.none')}</Quiet>
  return (
    <>
      <ul className={classes.list}>
        {evaluations.map((one) => (
          <One key={one.id} one={one} workId={id} mayReply={mayReply} />
        ))}
      </ul>
      {list.isError && <SmallFailure error={list.error} refetch={list.refetch} />}
      <ShowMore
        kind="plain"
        label={t('code.evaluations.more')}
        count={evaluations.length}
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </>
  )
}

/** What those who have a work say of it, with replies; who has it may say something, its author may reply. */
export function Evaluations({ work }: { work: WorkDetail }) {
  const { t } = useTranslation()
  const isSignedIn = useSession().state === 'signed-in'
  if (work.state === 'draft') return null
  const mayReply = isSignedIn && work.isGranted
  return (
    <Panel title={t('code.evaluations.title')}>
      {mayReply && !work.isMine && <WriteEvaluation id={work.id} />}
      {!work.isGranted && <Quiet>{t('code.evaluations.notPurchased')}</Quiet>}
      <List id={work.id} mayReply={mayReply} />
    </Panel>
  )
}
