import { Button, Checkbox } from '@mantine/core'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../lib/session/session.ts'
import { lazyShown } from '../../../lib/shown/later/lazy-shown.tsx'
import { ReasonButton } from '../../../lib/shown/reason-button.tsx'
import { CodeField } from '../login/code-field.tsx'
import classes from '../login/login.module.css'
import { useConfirming, useDeleteAccount } from './use-account.ts'

const SliderDialog = lazyShown(() => import('../login/slider-dialog.tsx'))

type ButtonsProps = {
  remove: ReturnType<typeof useDeleteAccount>
  smsCode: string
  /** What is missing before it can be sent. */
  reason: string | undefined
  onClose: () => void
}

function Buttons({ remove, smsCode, reason, onClose }: ButtonsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Button variant="default" onClick={onClose} disabled={remove.isPending} data-autofocus>
        {t('common.cancel')}
      </Button>
      <ReasonButton color="coral" onClick={() => remove.mutate(smsCode)} reason={reason} loading={remove.isPending}>
        {t('account.leave')}
      </ReasonButton>
    </>
  )
}

/** Deletes the account after a code and a tick. */
export default function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const confirming = useConfirming()
  const remove = useDeleteAccount(confirming)
  const [smsCode, setCode] = useState('')
  const [isUnderstood, setUnderstood] = useState(false)
  const noCode = smsCode.length === 6 ? undefined : t('reasons.smsCode')
  const noTick = isUnderstood ? undefined : t('reasons.understood')
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('account.leave')}
      closeLabel={t('common.close')}
      footer={<Buttons remove={remove} smsCode={smsCode} reason={noCode ?? noTick} onClose={onClose} />}
      size="sm"
      role="alertdialog"
    >
      <div className={classes.form}>
        <p>{t('account.leaveText')}</p>
        <CodeField
          label={t('account.confirmCode', { mobile: user?.mobile ?? '' })}
          value={smsCode}
          onChange={setCode}
          onSend={() => confirming.sendOwn('delete-account')}
        />
        <Checkbox
          label={t('account.understood')}
          checked={isUnderstood}
          onChange={(event) => setUnderstood(event.currentTarget.checked)}
        />
      </div>
      <Suspense fallback={null}>
        {confirming.slider.isOpen && <SliderDialog onAnswer={confirming.slider.answer} />}
      </Suspense>
    </Dialog>
  )
}
