import { ActionButton } from '@trove/ui/actions/action-button'
import { CompareIcon } from '@trove/ui/icons/actions'
import { useTranslation } from 'react-i18next'
import { withReason } from '../../lib/shown/reason-button.tsx'
import classes from './compare.module.css'

type PickBarProps = { picked: readonly string[]; onClear: () => void; comparePath: (ids: string) => string }

/** What was ticked so far, and the way to see it side by side; in sight while anything is ticked. */
export function PickBar({ picked, onClear, comparePath }: PickBarProps) {
  const { t } = useTranslation()
  if (picked.length === 0) return null
  return (
    <section className={classes.bar} aria-label={t('market.compare.title')}>
      <span className={classes.chosen} aria-live="polite">
        {t('market.compare.chosen', { count: picked.length })}
      </span>
      <ActionButton kind="quiet" action={{ label: t('common.clear'), onClick: onClear }} />
      <ActionButton
        action={withReason(
          {
            label: t('market.compare.open'),
            icon: <CompareIcon size={18} />,
            href: comparePath(picked.join(',')),
          },
          picked.length < 2 ? t('market.compare.needsTwo') : undefined,
        )}
      />
    </section>
  )
}
