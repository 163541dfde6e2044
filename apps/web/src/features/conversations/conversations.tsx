import { PageHeader } from '@trove/ui/layout/page-header'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { paths } from '../../lib/addresses/paths.ts'
import { ConversationList } from './conversation-list.tsx'
import classes from './conversations.module.css'
import { useConversations } from './queries.ts'
import { type SubjectPath, Thread } from './thread.tsx'

/**
 * One's conversations: beside each other on a wide window, one after the other on a narrow one. `subjectPath` is where the
 * page of what is talked about is.
 */
export function Conversations({ subjectPath }: { subjectPath: SubjectPath }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id } = useParams()
  const hasSome = useConversations().heads.length > 0
  return (
    <div className={classes.page} data-open={id !== undefined || undefined}>
      <div className={classes.top}>
        <PageHeader
          title={t('titles.conversations')}
          lead={t('conversations.lead')}
          back={{ label: t('common.back'), onClick: () => navigate(paths.notices()) }}
        />
      </div>
      <div className={classes.panes}>
        <div className={classes.list}>
          <ConversationList chosenId={id} />
        </div>
        <div className={classes.open}>
          {id ? (
            <Thread key={id} id={id} subjectPath={subjectPath} />
          ) : (
            hasSome && <p className={classes.nothing}>{t('conversations.choose')}</p>
          )}
        </div>
      </div>
    </div>
  )
}
