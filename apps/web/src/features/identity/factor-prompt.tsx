import { Button, TextInput } from '@mantine/core'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../lib/addresses/paths.ts'
import type { FactorQuestion } from '../../lib/calls/factor.ts'
import { ReasonButton } from '../../lib/shown/reason-button.tsx'
import { hasPasskeys, useFactorState, useProve } from './account/use-factors.ts'
import classes from './login/login.module.css'

/** Asks for a second factor before something about money or papers, or says where one is turned on. */
export default function FactorPrompt({ question: { need, answer } }: { question: FactorQuestion }) {
  return need === 'missing' ? <Missing answer={answer} /> : <Asking answer={answer} />
}

type Answer = { answer: FactorQuestion['answer'] }

function Missing({ answer }: Answer) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const go = () => {
    answer(false)
    navigate(paths.account())
  }
  return (
    <Dialog
      isOpen
      onClose={() => answer(false)}
      title={t('factors.title')}
      closeLabel={t('common.close')}
      footer={<Button onClick={go}>{t('factors.toAccount')}</Button>}
      size="sm"
    >
      <p>{t('factors.missingText')}</p>
    </Dialog>
  )
}

type CodeInputProps = { value: string; onChange: (value: string) => void; isRecovering: boolean }

function CodeInput({ value, onChange, isRecovering }: CodeInputProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={t(isRecovering ? 'factors.recoveryLabel' : 'factors.codeLabel')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      inputMode={isRecovering ? 'text' : 'numeric'}
      autoComplete="one-time-code"
      maxLength={isRecovering ? 20 : 7}
      size="md"
      data-autofocus
    />
  )
}

function Buttons({ onCancel, children }: { onCancel: () => void; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <>
      <Button variant="default" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      {children}
    </>
  )
}

function Asking({ answer }: Answer) {
  const { t } = useTranslation()
  const { data: state } = useFactorState()
  const [typed, setTyped] = useState('')
  const [isRecovering, setRecovering] = useState(false)
  const prove = useProve(() => answer(true))
  const isTyping = isRecovering || state?.hasTotp !== false
  const submit = (event: FormEvent) => {
    event.preventDefault()
    prove.mutate(isRecovering ? { recoveryCode: typed } : { code: typed })
  }
  const toggle = () => {
    setRecovering((was) => !was)
    setTyped('')
  }
  const missing = typed.length < 6 ? t(isRecovering ? 'reasons.recoveryCode' : 'reasons.appCode') : undefined
  const submitButton = isTyping && (
    <ReasonButton type="submit" form="factor-form" reason={missing} loading={prove.isPending}>
      {t('factors.prove')}
    </ReasonButton>
  )
  return (
    <Dialog
      isOpen
      onClose={() => answer(false)}
      title={t('factors.promptTitle')}
      closeLabel={t('common.close')}
      footer={<Buttons onCancel={() => answer(false)}>{submitButton}</Buttons>}
      size="sm"
    >
      <form id="factor-form" className={classes.form} onSubmit={submit}>
        <p>{t('factors.promptText')}</p>
        {isTyping && <CodeInput value={typed} onChange={setTyped} isRecovering={isRecovering} />}
        {state && state.passkeys.length > 0 && hasPasskeys() && (
          <Button variant="light" onClick={() => prove.mutate('passkey')} loading={prove.isPending}>
            {t('factors.usePasskey')}
          </Button>
        )}
        <Button variant="subtle" onClick={toggle}>
          {t(isRecovering ? 'factors.useApp' : 'factors.useRecovery')}
        </Button>
      </form>
    </Dialog>
  )
}
