import { Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  getNoticeChoices,
  keepNoticeChoices,
  NOTICE_TOPICS,
  type NoticeTopic,
  TEXTS_A_DAY,
} from '@trove/contract/notices/topics'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { PageHeader } from '@trove/ui/layout/page-header'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../lib/addresses/paths.ts'
import { api } from '../../lib/calls/api.ts'
import { Failure } from '../../lib/calls/failure.tsx'
import { notify } from '../../lib/calls/notify.ts'
import classes from './notice-list.module.css'

const KEY = ['notices', 'choices']

function Choices({ byText }: { byText: readonly NoticeTopic[] }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const keep = useMutation({
    mutationFn: (topics: NoticeTopic[]) => api(keepNoticeChoices, { body: { byText: topics } }),
    onSuccess: (kept) => {
      client.setQueryData(KEY, kept)
      notify('success', t('noticeChoices.saved'))
    },
  })
  return (
    <div className={classes.choices}>
      {NOTICE_TOPICS.map((topic) => (
        <Switch
          key={topic}
          label={t(`noticeChoices.topic.${topic}`)}
          description={t(`noticeChoices.about.${topic}`)}
          checked={byText.includes(topic)}
          disabled={keep.isPending}
          onChange={(event) =>
            keep.mutate(
              NOTICE_TOPICS.filter((one) => (one === topic ? event.currentTarget.checked : byText.includes(one))),
            )
          }
        />
      ))}
    </div>
  )
}

/** Where a person chooses what they are also told by text message. */
export default function NoticeChoices() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery({ queryKey: KEY, queryFn: () => api(getNoticeChoices, {}) })
  return (
    <div className={classes.narrow}>
      <PageHeader
        title={t('titles.noticeChoices')}
        lead={t('noticeChoices.lead', { count: TEXTS_A_DAY })}
        back={{ label: t('common.back'), onClick: () => void navigate(paths.notices()) }}
      />
      {!data && !error && <RowsSkeleton label={t('common.loading')} />}
      {error && !data && <Failure error={error} refetch={refetch} />}
      {data && <Choices byText={data.byText} />}
    </div>
  )
}
