import { TextInput } from '@mantine/core'
import { Dialog } from '@trove/ui/dialogs/dialog'
import qrcode from 'qrcode-generator'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyShown } from '../../../lib/shown/later/lazy-shown.tsx'
import { ReasonButton } from '../../../lib/shown/reason-button.tsx'
import classes from '../login/login.module.css'
import { FirstCode } from './first-code.tsx'
import identity from './identity.module.css'
import { useConfirming } from './use-account.ts'
import { useBeginTotp, useConfirmTotp } from './use-factors.ts'

const SliderDialog = lazyShown(() => import('../login/slider-dialog.tsx'))

/** A picture of the address for the app's camera. */
function QrPicture({ uri, label }: { uri: string; label: string }) {
  const { path, size } = useMemo(() => {
    const code = qrcode(0, 'M')
    code.addData(uri)
    code.make()
    const cells = Array.from({ length: code.getModuleCount() }, (_, i) => i)
    const dark = cells.flatMap((y) => cells.filter((x) => code.isDark(y, x)).map((x) => `M${x} ${y}h1v1h-1z`))
    return { path: dark.join(''), size: cells.length }
  }, [uri])
  return (
    <svg role="img" aria-label={label} viewBox={`-4 -4 ${size + 8} ${size + 8}`} className={identity.qr}>
      <path d={path} />
    </svg>
  )
}

type ScanningProps = { uri: string; secret: string | undefined; code: string; onCode: (code: string) => void }

/** The secret as a picture and as text, and the first code the app makes of it. */
function Scanning({ uri, secret, code, onCode }: ScanningProps) {
  const { t } = useTranslation()
  return (
    <>
      <p>{t('factors.scan')}</p>
      <QrPicture uri={uri} label={t('factors.qrLabel')} />
      <code className={identity.secret}>{secret}</code>
      <TextInput
        label={t('factors.codeLabel')}
        value={code}
        onChange={(event) => onCode(event.currentTarget.value.replace(/\D/g, ''))}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        size="md"
      />
    </>
  )
}

type AppDialogProps = { isFirst: boolean; onClose: () => void; onDone: (recoveryCodes: string[]) => void }

/** Adds an authenticator app: a code to the phone when it is the first factor, then the secret, then a code of the app. */
export default function AppDialog({ isFirst, onClose, onDone }: AppDialogProps) {
  const { t } = useTranslation()
  const confirming = useConfirming()
  const begin = useBeginTotp(confirming.slider)
  const confirm = useConfirmTotp(onDone)
  const [smsCode, setSmsCode] = useState('')
  const [code, setCode] = useState('')
  const { uri, secret } = begin.data ?? {}
  const next = uri ? (
    <ReasonButton
      onClick={() => confirm.mutate(code)}
      reason={code.length === 6 ? undefined : t('reasons.appCode')}
      loading={confirm.isPending}
    >
      {t('factors.confirm')}
    </ReasonButton>
  ) : (
    <ReasonButton
      onClick={() => begin.mutate(smsCode)}
      reason={isFirst && smsCode.length !== 6 ? t('reasons.smsCode') : undefined}
      loading={begin.isPending}
    >
      {t('factors.begin')}
    </ReasonButton>
  )
  return (
    <Dialog isOpen onClose={onClose} title={t('factors.app')} closeLabel={t('common.close')} footer={next} size="sm">
      <div className={classes.form}>
        {!uri && isFirst && (
          <FirstCode value={smsCode} onChange={setSmsCode} onSend={() => confirming.sendOwn('second-factor')} />
        )}
        {!uri && !isFirst && <p>{t('factors.promptText')}</p>}
        {uri && <Scanning uri={uri} secret={secret} code={code} onCode={setCode} />}
      </div>
      <Suspense fallback={null}>
        {confirming.slider.isOpen && <SliderDialog onAnswer={confirming.slider.answer} />}
      </Suspense>
    </Dialog>
  )
}
