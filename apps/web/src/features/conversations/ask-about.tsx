import { useQuery } from '@tanstack/react-query'
import { openConversation, SUBJECT_KINDS } from '@trove/contract/conversations/routes'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { paths } from '../../lib/addresses/paths.ts'
import { api } from '../../lib/calls/api.ts'
import { Failure } from '../../lib/calls/failure.tsx'

/** Opens the conversation about an offer and goes there. An address of its own, so that signing in first leads here. */
export default function AskAbout() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { kind = '', subjectId = '' } = useParams()
  const subjectKind = SUBJECT_KINDS.find((one) => one === kind) ?? SUBJECT_KINDS[0]!
  const { data, error, refetch } = useQuery({
    queryKey: ['conversations', 'open', kind, subjectId],
    queryFn: () => api(openConversation, { body: { subjectKind, subjectId } }),
    retry: false,
    staleTime: 0,
  })
  useEffect(() => {
    if (data) void navigate(paths.conversations({ id: data.id }), { replace: true })
  }, [data, navigate])
  if (error) return <Failure error={error} refetch={refetch} />
  return <RowsSkeleton label={t('common.loading')} />
}
