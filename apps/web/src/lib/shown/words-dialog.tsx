import { Button, Textarea } from '@mantine/core'
import { Dialog } from '@trove/ui/dialogs/dialog'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useWantedWords } from './use-wanted-words.ts'

type WordsDialogProps = {
  title: string
  /** What will happen, over the field. */
  text?: ReactNode
  /** Another field over the words. */
  above?: ReactNode
  label: string
  help?: string
  emptyText: string
  maxLength: number
  sendLabel: string
  isDangerous?: boolean
  isBusy: boolean
  onClose: () => void
  onSend: (words: string) => void
}

/** Asks for words, which must not be empty, and sends them once. It stays until the answer: they are not lost if that fails. */
export function WordsDialog(props: WordsDialogProps) {
  const { t } = useTranslation()
  const { typed, isEmpty, send } = useWantedWords(props.onSend)
  const footer = (
    <>
      <Button variant="default" onClick={props.onClose} disabled={props.isBusy}>
        {t('common.cancel')}
      </Button>
      <Button color={props.isDangerous ? 'coral' : 'jade'} onClick={send} loading={props.isBusy}>
        {props.sendLabel}
      </Button>
    </>
  )
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      isBusy={props.isBusy}
      title={props.title}
      closeLabel={t('common.close')}
      footer={footer}
      size="sm"
    >
      {props.text && <p>{props.text}</p>}
      {props.above}
      <Textarea
        label={props.label}
        description={props.help}
        {...typed}
        error={isEmpty && props.emptyText}
        maxLength={props.maxLength}
        rows={4}
        withAsterisk
        data-autofocus
      />
    </Dialog>
  )
}
