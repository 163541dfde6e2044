import { Button } from '@mantine/core'
import type { DescribedCall } from '@trove/chain-client/calls'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { WaitingNote } from '@trove/ui/feedback/waiting-note'
import { PasswordField } from '@trove/ui/inputs/password-field'
import { formatTtc } from '@trove/units/token'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Wallet } from '../lib/wallet/wallet.ts'
import { shortAddress } from './short-address.ts'
import classes from './signing.module.css'
import { Told } from './told.tsx'
import type { ShortOf, SigningStep } from './use-signed-call.ts'

/** One thing that a person has to know before signing, in their words and units. */
export type SignedFact = { name: string; value: string }

type SignDialogProps = {
  wallet: Wallet
  /** What it does, in words, and the amount it moves. */
  title: string
  amountPlanck: bigint
  facts: readonly SignedFact[]
  /** The call as the runtime names it. */
  call: DescribedCall
  feePlanck?: bigint
  isFeeUnknown: boolean
  /** What the account cannot pay. */
  shortOf: ShortOf | undefined
  step: SigningStep
  passwordError?: string
  onPassword: () => void
  onSign: (password: string) => void
  onClose: () => void
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.line}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The call as the chain gets it, for who wants to compare it with what the wallet shows. */
function RawCall({ call }: { call: DescribedCall }) {
  const { t } = useTranslation()
  return (
    <details className={classes.raw}>
      <summary>{t('chainWallet.signing.raw')}</summary>
      <dl className={classes.facts}>
        <Line name={t('chainWallet.signing.call')}>
          <code className={classes.short}>{`${call.pallet}.${call.name}`}</code>
        </Line>
        {call.args.map(({ name, value }) => (
          <Line key={name} name={name}>
            <code className={classes.short}>{value}</code>
          </Line>
        ))}
      </dl>
    </details>
  )
}

function Facts({ wallet, title, amountPlanck, facts, feePlanck, isFeeUnknown }: SignDialogProps) {
  const { t } = useTranslation()
  const amount = (planck: bigint) => t('chainWallet.amount', { amount: formatTtc(planck) })
  const fee = isFeeUnknown ? t('chainWallet.node.unreachable') : t('chainWallet.signing.feeReading')
  return (
    <dl className={classes.facts}>
      <Line name={t('chainWallet.signing.what')}>{title}</Line>
      {facts.map(({ name, value }) => (
        <Line key={name} name={name}>
          {value}
        </Line>
      ))}
      <Line name={t('chainWallet.signing.amount')}>{amount(amountPlanck)}</Line>
      <Line name={t('chainWallet.signing.fee')}>{feePlanck === undefined ? fee : amount(feePlanck)}</Line>
      <Line name={t('chainWallet.signing.account')}>
        {wallet.name}
        <code className={classes.short} title={wallet.accountId}>
          {shortAddress(wallet.accountId)}
        </code>
      </Line>
    </dl>
  )
}

function CancelButton({ onCancel, isDisabled }: { onCancel: () => void; isDisabled: boolean }) {
  const { t } = useTranslation()
  return (
    <Button variant="default" onClick={onCancel} disabled={isDisabled}>
      {t('common.cancel')}
    </Button>
  )
}

type PasswordProps = {
  value: string
  onChange: (text: string) => void
  error: string | undefined
  isDisabled: boolean
}

function Password({ value, onChange, error, isDisabled }: PasswordProps) {
  const { t } = useTranslation()
  return (
    <PasswordField
      showLabel={t('common.showPassword')}
      label={t('chainWallet.keystore.password')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      disabled={isDisabled}
      autoComplete="off"
      data-autofocus
      withAsterisk
    />
  )
}

/** What is about to be signed, what it costs, and the password of an imported account. */
export default function SignDialog(props: SignDialogProps) {
  const { wallet, shortOf, step, passwordError, onPassword, onSign, onClose, feePlanck } = props
  const { t } = useTranslation()
  const formId = useId()
  const [password, setPassword] = useState('')
  const isBusy = step === 'unlocking' || step === 'signing'
  const waiting = step === 'unlocking' ? 'chainWallet.keystore.unlocking' : 'chainWallet.signing.inExtension'
  const type = (text: string) => {
    setPassword(text)
    onPassword()
  }
  const footer = (
    <>
      <CancelButton onCancel={onClose} isDisabled={step === 'unlocking'} />
      <Button type="submit" form={formId} loading={isBusy} disabled={shortOf !== undefined || feePlanck === undefined}>
        {t('chainWallet.signing.confirm')}
      </Button>
    </>
  )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('chainWallet.signing.title')}
      closeLabel={t('common.close')}
      footer={footer}
      isBlocking={isBusy}
      isBackHeld={isBusy}
    >
      <form
        id={formId}
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          onSign(password)
        }}
      >
        <Facts {...props} />
        <RawCall call={props.call} />
        {shortOf && <Told text={t(`chainWallet.signing.short.${shortOf}`)} />}
        {wallet.isImported && <Password value={password} onChange={type} error={passwordError} isDisabled={isBusy} />}
        {isBusy && <WaitingNote text={t(waiting)} />}
      </form>
    </Dialog>
  )
}
