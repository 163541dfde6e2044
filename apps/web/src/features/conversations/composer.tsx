import { ActionIcon, Button, Textarea } from '@mantine/core'
import { CONVERSATION_FILE_TYPES, MESSAGE_CHARS } from '@trove/contract/conversations/routes'
import { AttachIcon, CloseIcon } from '@trove/ui/icons/actions'
import { FileButton } from '@trove/ui/inputs/file-button'
import { formatBytes } from '@trove/units/bytes'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './conversations.module.css'
import { useSend } from './queries.ts'

type ChosenFileProps = { file: File; isSending: boolean; onRemove: () => void }

function ChosenFile({ file, isSending, onRemove }: ChosenFileProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.chosen}>
      <span className={classes.fileName}>
        {isSending ? t('conversations.uploading', { name: file.name }) : file.name}
      </span>
      <span className={classes.quiet}>{formatBytes(BigInt(file.size))}</span>
      <ActionIcon size="sm" aria-label={t('conversations.removeFile')} disabled={isSending} onClick={onRemove}>
        <CloseIcon />
      </ActionIcon>
    </div>
  )
}

/** Writing a message: text and at most one file. What could not be sent stays. */
export function Composer({ conversationId }: { conversationId: string }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const key = useRef(crypto.randomUUID())
  const field = useRef<HTMLTextAreaElement>(null)
  // What was typed while it was on its way is the next message.
  const send = useSend(conversationId, (sent) => {
    if (key.current === sent.key) key.current = crypto.randomUUID()
    setText((now) => (now.trim() === sent.text ? '' : now))
    setFile(null)
    field.current?.focus()
  })
  const isEmpty = text.trim() === '' && !file
  const submit = () => {
    if (!isEmpty && !send.isPending) send.mutate({ text: text.trim(), file: file ?? undefined, key: key.current })
  }
  const change = (next: string) => {
    setText(next)
    key.current = crypto.randomUUID()
  }
  const choose = (next: File | null) => {
    setFile(next)
    key.current = crypto.randomUUID()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // While a Chinese word is being composed, Enter chooses it.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }
  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {file && <ChosenFile file={file} isSending={send.isPending} onRemove={() => choose(null)} />}
      <div className={classes.writing}>
        <FileButton onChange={choose} accept={CONVERSATION_FILE_TYPES.join(',')}>
          {(props) => (
            <ActionIcon size="lg" aria-label={t('conversations.attach')} disabled={send.isPending} {...props}>
              <AttachIcon />
            </ActionIcon>
          )}
        </FileButton>
        <Textarea
          ref={field}
          className={classes.field}
          aria-label={t('conversations.placeholder')}
          placeholder={t('conversations.placeholder')}
          rows={1}
          classNames={{ input: classes.input }}
          maxLength={MESSAGE_CHARS}
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <Button type="submit" loading={send.isPending} disabled={isEmpty}>
          {t('conversations.send')}
        </Button>
      </div>
      <p className={classes.hint}>{t('conversations.hint')}</p>
    </form>
  )
}
