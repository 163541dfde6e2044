import { LoneLink } from '@trove/ui/actions/lone-link'
import { useTranslation } from 'react-i18next'
import { useConnectWay } from '../../lib/wallet/use-connect-way.ts'
import { useWallet } from '../../lib/wallet/wallet.ts'
import classes from './connect-first.module.css'

/** Beside a way to upload: what it needs, and where that is settled. Nothing once a chain account is connected. */
export function ConnectFirst() {
  const { t } = useTranslation()
  const way = useConnectWay()
  if (useWallet()) return null
  return (
    <p className={classes.note}>
      {t('storageEntry.needsWallet')} <LoneLink href={way}>{t('storageEntry.connect')}</LoneLink>
    </p>
  )
}
