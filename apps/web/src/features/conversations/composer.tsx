import { ActionIcon, Textarea } from '@mantine/core'
import { CONVERSATION_FILE_TYPES, MESSAGE_CHARS } from '@trove/contract/conversations/routes'
import { AttachIcon, CloseIcon } from '@trove/ui/icons/actions'
import { FileButton } from '@trove/ui/inputs/file-button'
import { formatBytes } from '@trove/units/bytes'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../lib/shown/reason-button.tsx'
import classes from './conversations.module.css'
import { changeDraft, endDraft, useDraft } from './drafts.ts'
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

/** Writing a message: text and at most one file. What could not be sent stays, also while another conversation is looked at. */
export function Composer({ conversationId }: { conversationId: string }) {
  const { t } = useTranslation()
  const { text, file, key } = useDraft(conversationId)
  const field = useRef<HTMLTextAreaElement>(null)
  const send = useSend(conversationId, (sent) => {
    endDraft(conversationId, sent)
    field.current?.focus()
  })
  const isEmpty = text.trim() === '' && !file
  const submit = () => {
    if (!isEmpty && !send.isPending) send.mutate({ text: text.trim(), file: file ?? undefined, key })
  }
  const choose = (next: File | null) => changeDraft(conversationId, { file: next })
  const drop = () => {
    choose(null)
    // Its button goes with it: writing goes on.
    field.current?.focus()
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
      {file && <ChosenFile file={file} isSending={send.isPending} onRemove={drop} />}
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
          onChange={(event) => changeDraft(conversationId, { text: event.currentTarget.value })}
          onKeyDown={onKeyDown}
        />
        <ReasonButton type="submit" loading={send.isPending} reason={isEmpty ? t('reasons.message') : undefined}>
          {t('conversations.send')}
        </ReasonButton>
      </div>
      <p className={classes.hint}>{t('conversations.hint')}</p>
    </form>
  )
}
