import { Button, Loader, TextInput } from '@mantine/core'
import { PageHeader } from '@trove/ui/layout/page-header'
import { AvatarImage } from '@trove/ui/lists/avatar-image'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Failure } from '../../lib/calls/failure.tsx'
import classes from './styles/wallet.module.css'
import { type Confirming, useBindAlipay } from './use-bind-alipay.ts'

function Waiting({ title, text }: { title: string; text?: string }) {
  return (
    <div className={classes.waiting} role="status">
      <Loader size={32} aria-hidden />
      <strong>{title}</strong>
      {text && <p className={classes.quiet}>{text}</p>}
    </div>
  )
}

/** The field for the code, which another part of the site knows how to send. */
type CodeSlot = (field: { value: string; onChange: (value: string) => void; error: string | undefined }) => ReactNode

/** Why the account was refused, and the way to another one. */
function Refused({ text, onOther }: { text: string; onOther: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.refused} role="alert">
      <span>{text}</span>
      <Button variant="subtle" size="compact-sm" onClick={onOther}>
        {t('wallet.binding.other')}
      </Button>
    </div>
  )
}

function Confirm({ model, codeField }: { model: ReturnType<typeof useBindAlipay>; codeField: CodeSlot }) {
  const { t } = useTranslation()
  const { account } = model
  if (!account) return <Waiting title={t('wallet.binding.looking')} />
  const nickname = account.nickname || t('wallet.nicknameNotSet')
  return (
    <form
      noValidate
      className={classes.panel}
      onSubmit={(event) => {
        event.preventDefault()
        model.confirm()
      }}
    >
      <h2 className={classes.title}>{t('wallet.binding.account')}</h2>
      <div className={classes.account}>
        <AvatarImage src={account.avatar} name={nickname} size={56} />
        <strong>{nickname}</strong>
      </div>
      <TextInput
        label={t('wallet.binding.realName')}
        description={t('wallet.binding.realNameHelp')}
        value={model.realName}
        onChange={(event) => model.changeName(event.currentTarget.value)}
        error={model.nameError}
        autoComplete="name"
        maxLength={60}
        withAsterisk
        data-autofocus
      />
      {codeField({ value: model.code, onChange: model.changeCode, error: model.codeError })}
      <p className={classes.quiet}>{t('wallet.binding.codeHelp')}</p>
      {model.refusal && <Refused text={model.refusal} onOther={model.useAnother} />}
      <Button type="submit" size="md" loading={model.isBinding}>
        {t('wallet.binding.confirm')}
      </Button>
    </form>
  )
}

type BindAlipayProps = { codeField: CodeSlot; confirming: Confirming }

/** Binds an Alipay account: leaves for its authorisation, and after it asks for the real name and a code. */
export default function BindAlipay({ codeField, confirming }: BindAlipayProps) {
  const { t } = useTranslation()
  const model = useBindAlipay(confirming)
  const isLeaving = model.step === 'leaving'
  return (
    <div className={classes.column}>
      <PageHeader title={t('titles.bindAlipay')} back={{ label: t('common.back'), onClick: model.giveUp }} />
      {model.error && <Failure error={model.error} refetch={model.retry} />}
      {!model.error && isLeaving && (
        <Waiting title={t('wallet.binding.opening')} text={t('wallet.binding.openingText')} />
      )}
      {!model.error && !isLeaving && <Confirm model={model} codeField={codeField} />}
    </div>
  )
}
