import { Dialog } from '@trove/ui/dialogs/dialog'
import { DetailSkeleton } from '@trove/ui/feedback/skeletons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Failure } from '../../../lib/calls/failure.tsx'
import { errorText } from '../../../lib/calls/notify.ts'
import { isRefusal } from '../../../lib/calls/refusal.ts'
import classes from '../desk.module.css'

type CaseDialogProps<T> = {
  title: string
  /** The case as it was read. */
  read: {
    data: T | undefined
    error: unknown
    refetch: () => unknown
  }
  onClose: () => void
  /** What was typed is on its way: it is kept until it is known that it came. */
  isBusy?: boolean
  footer?: ReactNode
  /** Asked before a decision, in the place of the footer. */
  question?: ReactNode
  onTakeBack?: () => void
  children: (data: T) => ReactNode
}

/** A case of the desk beside the list it was opened from. */
export function CaseDialog<T>({ title, read, question, children, ...dialog }: CaseDialogProps<T>) {
  const { t } = useTranslation()
  const { data, error, refetch } = read
  return (
    <Dialog
      isOpen
      title={title}
      closeLabel={t('common.close')}
      isSide
      {...dialog}
      question={data !== undefined && question}
    >
      {data !== undefined && <div className={classes.fields}>{children(data)}</div>}
      {/* What is over, or is not there, is so however often it is asked. */}
      {data === undefined && isRefusal(error) && <p role="status">{errorText(error)}</p>}
      {data === undefined && error !== null && !isRefusal(error) && <Failure error={error} refetch={refetch} />}
      {data === undefined && error === null && <DetailSkeleton label={t('common.loading')} />}
    </Dialog>
  )
}
