import { Button, TextInput } from '@mantine/core'
import { SEARCH_NAME_MAX } from '@trove/contract/searches/routes'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

type NameDialogProps = {
  title: string
  help?: string
  first: string
  sendLabel: string
  isBusy: boolean
  onClose: () => void
  onSend: (name: string) => void
}

/** Asks for the name of a search; Enter sends it. */
export function NameDialog({ title, help, first, sendLabel, isBusy, onClose, onSend }: NameDialogProps) {
  const { t } = useTranslation()
  const [name, setName] = useState(first.slice(0, SEARCH_NAME_MAX))
  const [isEmpty, setEmpty] = useState(false)
  const form = useId()
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') setEmpty(true)
    else onSend(name.trim())
  }
  const footer = (
    <>
      <Button variant="default" onClick={onClose} disabled={isBusy}>
        {t('common.cancel')}
      </Button>
      <Button type="submit" form={form} loading={isBusy}>
        {sendLabel}
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
      <form id={form} onSubmit={send} noValidate>
        <TextInput
          label={t('searches.name')}
          description={help}
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setEmpty(false)
          }}
          error={isEmpty && t('searches.nameEmpty')}
          maxLength={SEARCH_NAME_MAX}
          withAsterisk
          data-autofocus
        />
      </form>
    </Dialog>
  )
}
