import { Dialog } from '@trove/ui/dialogs/dialog'
import { DetailSkeleton } from '@trove/ui/feedback/skeletons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Failure } from '../../../lib/calls/failure.tsx'
import classes from '../desk.module.css'

type CaseDialogProps<T> = {
  title: string
  /** The case as it was read. */
  read: {
    data: T | undefined
    error: unknown
    refetch: () => unknown
    /** It is not in the list that it is read with. */
    isGone?: boolean
  }
  onClose: () => void
  /** What was typed is on its way: it is kept until it is known that it came. */
  isBusy?: boolean
  footer?: ReactNode
  children: (data: T) => ReactNode
}

/** A case of the desk beside the list it was opened from. */
export function CaseDialog<T>({ title, read, children, ...dialog }: CaseDialogProps<T>) {
  const { t } = useTranslation()
  const { data, error, refetch, isGone } = read
  return (
    <Dialog isOpen title={title} closeLabel={t('common.close')} isSide {...dialog}>
      {data !== undefined && <div className={classes.fields}>{children(data)}</div>}
      {data === undefined && error !== null && <Failure error={error} refetch={refetch} />}
      {isGone && <p role="status">{t('desk.gone')}</p>}
      {data === undefined && error === null && !isGone && <DetailSkeleton label={t('common.loading')} />}
    </Dialog>
  )
}
