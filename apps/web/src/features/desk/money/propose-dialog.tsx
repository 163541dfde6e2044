import { Button, Textarea } from '@mantine/core'
import { Dialog } from '@trove/ui/dialogs/dialog'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../desk.module.css'

type ProposeDialogProps = {
  title: string
  text: string
  /** Why, with what is wrong with it once it was sent. */
  reason: { value: string; onChange: (value: string) => void; error: string | false }
  isBusy: boolean
  onClose: () => void
  onPropose: () => void
  children: ReactNode
}

/** A proposal that another person has to agree to: its fields, and why. */
export function ProposeDialog({ title, text, reason, isBusy, onClose, onPropose, children }: ProposeDialogProps) {
  const { t } = useTranslation()
  const footer = (
    <>
      <Button variant="default" onClick={onClose} disabled={isBusy}>
        {t('common.cancel')}
      </Button>
      <Button color="jade" onClick={onPropose} loading={isBusy}>
        {t('desk.adjust.propose')}
      </Button>
    </>
  )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={isBusy}
      title={title}
      closeLabel={t('common.close')}
      footer={footer}
      size="sm"
    >
      <div className={classes.fields}>
        <p className={classes.quiet}>{text}</p>
        {children}
        <Textarea
          label={t('desk.payouts.reason')}
          value={reason.value}
          maxLength={500}
          rows={3}
          onChange={(event) => reason.onChange(event.currentTarget.value)}
          error={reason.error}
          withAsterisk
        />
      </div>
    </Dialog>
  )
}
