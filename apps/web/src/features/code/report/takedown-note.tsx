import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answerTakedown, REPORT_CHARS } from '@trove/contract/code/reports'
import { ActionButton } from '@trove/ui/actions/action-button'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { FailedIcon } from '@trove/ui/icons/states'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import { notify } from '../../../lib/calls/notify.ts'
import { WordsDialog } from '../../../lib/shown/words-dialog.tsx'
import { Panel } from '../../../market/detail/panel.tsx'
import classes from '../code.module.css'
import type { WorkDetail } from '../queries.ts'

type Down = NonNullable<WorkDetail['takedown']>

function Appeal({ id }: { id: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const answer = useMutation({
    mutationFn: (words: string) => api(answerTakedown, { params: { id }, body: { words } }),
    onSuccess: () => {
      notify('success', t('codeReports.appealed'))
      setOpen(false)
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['code'] }),
  })
  return (
    <>
      <p>{t('codeReports.appealText')}</p>
      <div>
        <ActionButton action={{ label: t('codeReports.appeal'), onClick: () => setOpen(true) }} />
      </div>
      {isOpen && (
        <WordsDialog
          title={t('codeReports.appeal')}
          text={t('codeReports.appealText')}
          label={t('codeReports.appealWords')}
          emptyText={t('codeReports.appealEmpty')}
          maxLength={REPORT_CHARS}
          sendLabel={t('codeReports.appeal')}
          isBusy={answer.isPending}
          onClose={() => setOpen(false)}
          onSend={(words) => answer.mutate(words)}
        />
      )}
    </>
  )
}

function ForAuthor({ id, takedown: { words, state, answer, decision } }: { id: string; takedown: Down }) {
  const { t } = useTranslation()
  return (
    <>
      <p>{t('codeReports.downAuthor', { words })}</p>
      {answer && <p>{t('codeReports.ownAnswer', { words: answer })}</p>}
      {state === 'answered' && <p>{t('codeReports.waiting')}</p>}
      {state === 'upheld' && <p>{t('codeReports.upheld', { words: decision })}</p>}
      {state === 'standing' && <Appeal id={id} />}
    </>
  )
}

/** What a takedown means for its reader: the author, who may appeal once, or somebody who has the work. */
export function TakedownNote({ work: { id, isMine, takedown } }: { work: WorkDetail }) {
  const { t } = useTranslation()
  if (!takedown) return null
  const reason = t(`codeReports.reasons.${takedown.reason}`)
  return (
    <Panel>
      <div role="alert" className={classes.stack}>
        <StatusBadge tone="coral" icon={FailedIcon} label={t('codeReports.down', { reason })} />
        {isMine && <ForAuthor id={id} takedown={takedown} />}
        {!isMine && <p>{t(takedown.isFrozen ? 'codeReports.frozen' : 'codeReports.downOwner')}</p>}
      </div>
    </Panel>
  )
}
