import { Dialog } from '@trove/ui/dialogs/dialog'
import { EmptyState } from '@trove/ui/feedback/empty-state'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { useTranslation } from 'react-i18next'
import { SmallFailure } from '../../../lib/calls/failure.tsx'
import { formatMoment } from '../../../lib/shown/format.ts'
import classes from './my-compute.module.css'
import { type Share, useAccessReads } from './my-queries.ts'

/** When the buyer read the login of one's machine or opened a terminal on it. */
export function AccessLogDialog({ share, onClose }: { share: Share; onClose: () => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useAccessReads(share.id)
  return (
    <Dialog isOpen onClose={onClose} title={t('machines.log.title')} closeLabel={t('common.close')}>
      <p className={classes.quiet}>{t('machines.log.text')}</p>
      {error && !data && <SmallFailure error={error} refetch={refetch} />}
      {!data && !error && <RowsSkeleton label={t('common.loading')} count={3} />}
      {data?.length === 0 && <EmptyState isSmall title={t('machines.log.empty')} />}
      {data && data.length > 0 && (
        <ul className={classes.reads}>
          {data.map((read) => (
            <li key={`${read.at}-${read.via}`}>
              <span>
                <strong>{read.reader}</strong> {t(`machines.log.${read.via}`)}
              </span>
              <time dateTime={read.at} className={classes.quiet}>
                {formatMoment(read.at)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
