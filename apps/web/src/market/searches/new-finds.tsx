import { useTranslation } from 'react-i18next'
import classes from './searches.module.css'

/** How many new offers a saved search found since its owner last looked; nothing where there is none. */
export function NewFinds({ count }: { count: number }) {
  const { t } = useTranslation()
  return count > 0 && <span className={classes.fresh}>{t('searches.fresh', { count })}</span>
}
