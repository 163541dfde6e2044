import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { LazyDialog } from './lazy-dialog.tsx'

type ConfirmDialogProps = {
  isOpen: boolean
  onClose: () => void
  onConfirm: () => void
  title: string
  /** One sentence that says what will happen. */
  text: ReactNode
  confirmLabel: string
  cancelLabel: string
  closeLabel: string
  isDangerous?: boolean
  /** The answer is being carried out: both buttons wait. */
  isBusy?: boolean
}

/** Asks once before something that cannot be taken back; the safe answer has the focus first. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onClose, onConfirm, title, text, confirmLabel, cancelLabel, closeLabel, isDangerous, isBusy } = props
  const footer = (
    <>
      <Button variant="default" onClick={onClose} disabled={isBusy} data-autofocus>
        {cancelLabel}
      </Button>
      <Button color={isDangerous ? 'coral' : 'jade'} onClick={onConfirm} loading={isBusy}>
        {confirmLabel}
      </Button>
    </>
  )
  return (
    <LazyDialog
      isOpen={isOpen}
      onClose={onClose}
      isBusy={isBusy}
      title={title}
      closeLabel={closeLabel}
      footer={footer}
      size="sm"
      role="alertdialog"
    >
      {text}
    </LazyDialog>
  )
}
