import { useMutation } from '@tanstack/react-query'
import { createArchiveTicket } from '@trove/contract/code/vault'
import { ActionButton } from '@trove/ui/actions/action-button'
import { CopyButton } from '@trove/ui/actions/copy-button'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/calls/api.ts'
import { Quiet } from '../../market/detail/panel.tsx'
import classes from './code.module.css'

/** A long value, and a button that copies it. */
function Secret({ text }: { text: string }) {
  const { t } = useTranslation()
  return (
    <p className={classes.secret}>
      <code>{text}</code>
      <CopyButton value={text} label={t('common.copy')} copiedLabel={t('common.copied')} />
    </p>
  )
}

/** Downloads the newest version by a ticket of one use, and says what its bytes must be. */
export function Download({ workId }: { workId: string }) {
  const { t } = useTranslation()
  const open = useMutation({
    mutationFn: () => api(createArchiveTicket, { params: { id: workId }, body: {} }),
    onSuccess: ({ url }) => window.location.assign(url),
  })
  return (
    <>
      <ActionButton
        kind="plain"
        action={{ label: t('codeOrders.goods.download'), onClick: () => open.mutate(), isBusy: open.isPending }}
      />
      {open.data && (
        <div className={classes.below}>
          <Quiet>{t('codeOrders.goods.digest')}</Quiet>
          <Secret text={open.data.sha256} />
        </div>
      )}
    </>
  )
}
