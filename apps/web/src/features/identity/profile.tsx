import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { CONSENT_VERSION } from '@trove/contract/identity/account'
import { updateRealName, updateUser } from '@trove/contract/identity/routes'
import { Link } from '@trove/ui/base/link'
import { ChevronRightIcon } from '@trove/ui/icons/actions'
import { PageHeader } from '@trove/ui/layout/page-header'
import { AvatarImage } from '@trove/ui/lists/avatar-image'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../lib/addresses/paths.ts'
import { api } from '../../lib/calls/api.ts'
import { notify } from '../../lib/calls/notify.ts'
import { currentLanguage } from '../../lib/session/language.ts'
import { keepUser, type User, useSession } from '../../lib/session/session.ts'
import { lazyShown } from '../../lib/shown/later/lazy-shown.tsx'
import { ReasonButton } from '../../lib/shown/reason-button.tsx'
import classes from './account/identity.module.css'

const AvatarDialog = lazyShown(() => import('../../lib/pictures/avatar-dialog.tsx'))

function NameField({
  label,
  help,
  value,
  save,
}: {
  label: string
  help?: string
  value: string
  save: (value: string) => Promise<User>
}) {
  const { t } = useTranslation()
  const [text, setText] = useState(value)
  const change = useMutation({
    mutationFn: () => save(text.trim()),
    onSuccess: (user) => {
      keepUser(user)
      notify('success', t('common.saved'))
    },
  })
  const isChanged = text.trim() !== value && text.trim() !== ''
  return (
    <form
      className={classes.nameField}
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged) change.mutate()
      }}
    >
      <TextInput
        label={label}
        description={help}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        maxLength={60}
        placeholder={t('profile.notSet')}
      />
      <ReasonButton
        type="submit"
        variant="default"
        reason={isChanged ? undefined : t(text.trim() === '' ? 'reasons.empty' : 'reasons.unchanged')}
        loading={change.isPending}
      >
        {t('common.save')}
      </ReasonButton>
    </form>
  )
}

function Row({ href, title, text }: { href: string; title: string; text: string }) {
  return (
    <Link href={href} className={classes.row}>
      <div className={classes.words}>
        <strong>{title}</strong>
        <span className={classes.quiet}>{text}</span>
      </div>
      <ChevronRightIcon />
    </Link>
  )
}

type UserProps = { user: NonNullable<ReturnType<typeof useSession>['user']> }

function Names({ user }: UserProps) {
  const { t } = useTranslation()
  return (
    <>
      <NameField
        key={user.username}
        label={t('profile.nickname')}
        value={user.username}
        save={(username) => api(updateUser, { body: { username } })}
      />
      <NameField
        key={`real-${user.realName}`}
        label={t('profile.realName')}
        help={t('profile.realNameHelp')}
        value={user.realName ?? ''}
        save={(realName) => api(updateRealName, { body: { realName, consent: CONSENT_VERSION } })}
      />
    </>
  )
}

/** The ways to interests, devices and the account. */
function Ways({ user }: UserProps) {
  const { t } = useTranslation()
  const tags = user.sysDictVOList.map((tag) => (currentLanguage() === 'en' ? tag.labelEn : tag.labelZh)).join(' · ')
  return (
    <section className={classes.rows}>
      <Row
        href={paths.interestTags({ from: 'profile' })}
        title={t('profile.interests')}
        text={tags || t('profile.notSet')}
      />
      <Row href={paths.sessions()} title={t('profile.sessions')} text={t('profile.sessionsHelp')} />
      <Row href={paths.account()} title={t('profile.account')} text={t('profile.accountHelp')} />
    </section>
  )
}

/** Avatar, names, interests, and the way to signed-in devices. */
export default function Profile() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { user } = useSession()
  const [isCropping, setCropping] = useState(false)
  if (!user) return null
  return (
    <div className={classes.narrow}>
      <PageHeader
        title={t('titles.profile')}
        back={{ label: t('common.back'), onClick: () => navigate(paths.personalCenter()) }}
      />
      <section className={classes.panel}>
        <div className={classes.person}>
          <AvatarImage src={user.headImgUrl} name={user.username} size={72} />
          <div className={classes.words}>
            <strong>{user.username}</strong>
            <span className={classes.quiet}>{t('personal.signedInAs', { mobile: user.mobile })}</span>
          </div>
          <Button variant="default" onClick={() => setCropping(true)}>
            {t('profile.changeAvatar')}
          </Button>
        </div>
        <Names user={user} />
      </section>
      <Ways user={user} />
      {isCropping && (
        <Suspense fallback={null}>
          <AvatarDialog onClose={() => setCropping(false)} />
        </Suspense>
      )}
    </div>
  )
}
