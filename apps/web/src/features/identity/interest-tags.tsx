import { Chip } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { setInterestTags } from '@trove/contract/identity/routes'
import { ActionButton } from '@trove/ui/actions/action-button'
import { StickyAction } from '@trove/ui/actions/sticky-action'
import { DetailSkeleton } from '@trove/ui/feedback/skeletons'
import { PageHeader } from '@trove/ui/layout/page-header'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { paths } from '../../lib/addresses/paths.ts'
import { safePath } from '../../lib/addresses/safe-path.ts'
import { useWayBack } from '../../lib/addresses/use-way-back.ts'
import { api, refreshUser } from '../../lib/calls/api.ts'
import { Failure } from '../../lib/calls/failure.tsx'
import { notify } from '../../lib/calls/notify.ts'
import { currentLanguage, wordsOfCode } from '../../lib/session/language.ts'
import { useSession } from '../../lib/session/session.ts'
import classes from './account/identity.module.css'
import { useInterestTags } from './login/queries.ts'

/** The interest tag picker; right after sign-in its button starts the visit, later it saves and goes back. */
export default function InterestTags() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isFromLogin = useParams().from === 'login'
  const next = safePath(useSearchParams()[0].get('next')) ?? paths.home()
  const goBack = useWayBack(paths.profile())
  const goOn = () => navigate(next, { replace: true })
  const { user } = useSession()
  const { data: tags, error, refetch } = useInterestTags()
  const [chosen, setChosen] = useState<string[]>(() => user?.sysDictVOList.map((tag) => tag.id) ?? [])
  const save = useMutation({
    mutationFn: () => api(setInterestTags, { body: { interestTagIdList: chosen } }),
    onSuccess: async () => {
      await refreshUser()
      notify('success', t('interests.saved'))
    },
  })
  const isEnglish = currentLanguage() === 'en'
  return (
    <div className={classes.narrow}>
      <PageHeader title={t('interests.title')} lead={t('interests.lead')} />
      {error && !tags && <Failure error={error} refetch={refetch} />}
      {!tags && !error && <DetailSkeleton label={t('common.loading')} />}
      {tags && (
        <Chip.Group multiple value={chosen} onChange={setChosen}>
          <div className={classes.chips}>
            {tags.map((tag) => (
              <Chip key={tag.id} value={tag.id} size="md">
                {isEnglish ? tag.labelEn : tag.labelZh}
              </Chip>
            ))}
          </div>
        </Chip.Group>
      )}
      <StickyAction info={<span className={classes.count}>{t('interests.chosen', { count: chosen.length })}</span>}>
        {isFromLogin && <ActionButton kind="plain" action={{ label: t('interests.skip'), onClick: goOn }} size="md" />}
        <ActionButton
          action={{
            label: isFromLogin ? t('interests.start') : t('common.ok'),
            onClick: () =>
              chosen.length === 0
                ? notify('warning', wordsOfCode('identity.tags-empty') ?? '')
                : save.mutate(undefined, { onSuccess: isFromLogin ? goOn : goBack }),
            isBusy: save.isPending || save.isSuccess,
          }}
          size="md"
        />
      </StickyAction>
    </div>
  )
}
