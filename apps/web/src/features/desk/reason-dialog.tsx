import { Button, Textarea } from '@mantine/core'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

type ReasonDialogProps = {
  title: string
  text?: ReactNode
  label: string
  emptyText: string
  maxLength: number
  confirmLabel: string
  isDangerous?: boolean
  isBusy: boolean
  onClose: () => void
  onConfirm: (reason: string) => void
}

/** Asks for a reason in words before something is done. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const confirm = () => {
    if (reason.trim() === '') setEmpty(true)
    else props.onConfirm(reason.trim())
  }
  const footer = (
    <>
      <Button variant="default" onClick={props.onClose} disabled={props.isBusy}>
        {t('common.cancel')}
      </Button>
      <Button color={props.isDangerous ? 'coral' : 'jade'} onClick={confirm} loading={props.isBusy}>
        {props.confirmLabel}
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={props.onClose} title={props.title} closeLabel={t('common.close')} footer={footer} size="sm">
      {props.text && <p>{props.text}</p>}
      <Textarea
        label={props.label}
        value={reason}
        onChange={(event) => {
          setReason(event.currentTarget.value)
          setEmpty(false)
        }}
        error={isEmpty && props.emptyText}
        maxLength={props.maxLength}
        rows={3}
        withAsterisk
        data-autofocus
      />
    </Dialog>
  )
}
