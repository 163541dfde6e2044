import { LoneLink } from '@trove/ui/actions/lone-link'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/addresses/paths.ts'
import { useWallet } from '../../lib/wallet/wallet.ts'
import classes from './connect-first.module.css'

/** Beside a way to upload: what it needs, and where that is settled. Nothing once a chain account is connected. */
export function ConnectFirst() {
  const { t } = useTranslation()
  if (useWallet()) return null
  return (
    <p className={classes.note}>
      {t('storageEntry.needsWallet')} <LoneLink href={paths.purse()}>{t('storageEntry.connect')}</LoneLink>
    </p>
  )
}
