import { withheldLook } from '@trove/ui/actions/action-button'
import { Link } from '@trove/ui/base/link'
import { ShareIcon, UploadIcon } from '@trove/ui/icons/actions'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { ConnectFirst } from '../connect-first.tsx'
import { useUploadGate } from '../use-upload-gate.ts'
import classes from './network.module.css'
import { NetworkPanel } from './network-panel.tsx'

/** The storage tab of the resource market (b-markets 2): to store, to share, and how the network stands. */
export default function StorageMarket() {
  const { t } = useTranslation()
  const upload = useUploadGate()
  return (
    <>
      <div className={classes.ways}>
        <div className={classes.place}>
          <button type="button" className={classes.way} onClick={upload.onClick} {...withheldLook(upload.reason)}>
            <UploadIcon size={28} />
            <strong>{t('storageNetwork.store')}</strong>
            <span>{t('storageEntry.lead')}</span>
          </button>
          <ConnectFirst />
        </div>
        <Link href={paths.shareStorage()} className={classes.way}>
          <ShareIcon size={28} />
          <strong>{t('storageNetwork.share')}</strong>
          <span>{t('storageNetwork.shareText')}</span>
        </Link>
      </div>
      <NetworkPanel />
    </>
  )
}
