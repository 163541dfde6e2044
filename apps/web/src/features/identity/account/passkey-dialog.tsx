import { TextInput } from '@mantine/core'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyShown } from '../../../lib/shown/later/lazy-shown.tsx'
import { ReasonButton } from '../../../lib/shown/reason-button.tsx'
import classes from '../login/login.module.css'
import { FirstCode } from './first-code.tsx'
import { useConfirming } from './use-account.ts'
import { useAddPasskey } from './use-factors.ts'

const SliderDialog = lazyShown(() => import('../login/slider-dialog.tsx'))

type PasskeyDialogProps = { isFirst: boolean; onClose: () => void; onDone: (recoveryCodes: string[]) => void }

function NameField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={t('factors.passkeyName')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      maxLength={40}
      size="md"
      data-autofocus
    />
  )
}

/** Adds a passkey of this browser or of a key, under a name. */
export default function PasskeyDialog({ isFirst, onClose, onDone }: PasskeyDialogProps) {
  const { t } = useTranslation()
  const confirming = useConfirming()
  const add = useAddPasskey(confirming.slider, onDone)
  const [form, setForm] = useState({ name: '', smsCode: '' })
  const noName = form.name.trim() === '' ? t('reasons.passkeyName') : undefined
  const noCode = isFirst && form.smsCode.length !== 6 ? t('reasons.smsCode') : undefined
  const confirm = (
    <ReasonButton onClick={() => add.mutate(form)} reason={noName ?? noCode} loading={add.isPending}>
      {t('factors.confirm')}
    </ReasonButton>
  )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('factors.addPasskey')}
      closeLabel={t('common.close')}
      footer={confirm}
      size="sm"
    >
      <div className={classes.form}>
        <NameField value={form.name} onChange={(name) => setForm({ ...form, name })} />
        {isFirst && (
          <FirstCode
            value={form.smsCode}
            onChange={(smsCode) => setForm({ ...form, smsCode })}
            onSend={() => confirming.sendOwn('second-factor')}
          />
        )}
      </div>
      <Suspense fallback={null}>
        {confirming.slider.isOpen && <SliderDialog onAnswer={confirming.slider.answer} />}
      </Suspense>
    </Dialog>
  )
}
