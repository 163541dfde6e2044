import { ErrorState } from '@trove/ui/feedback/error-state'
import { useTranslation } from 'react-i18next'
import { errorText } from '../calls/notify.ts'

type FailureProps = {
  error: unknown
  /** As TanStack's query has it. */
  refetch: () => unknown
  /** What failed; why stands below it then. Without it the reason is the title. */
  title?: string
  /** Whether it is being tried again. */
  isBusy?: boolean
}

/** In place of what could not be had: why, and a way to try again. */
export function Failure({ error, refetch, title, isBusy, isSmall }: FailureProps & { isSmall?: boolean }) {
  const { t } = useTranslation()
  const why = errorText(error)
  return (
    <ErrorState
      title={title ?? why}
      text={title && why}
      retry={{ label: t('common.retry'), onClick: () => void refetch(), isBusy }}
      isSmall={isSmall}
    />
  )
}

/** The same in place of a part of a page. */
export function SmallFailure(props: FailureProps) {
  return <Failure {...props} isSmall />
}
