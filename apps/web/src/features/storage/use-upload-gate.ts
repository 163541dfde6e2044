import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../lib/addresses/paths.ts'
import { notify } from '../../lib/calls/notify.ts'
import { useWallet } from '../../lib/wallet/wallet.ts'

/** Opens uploading, or warns where no chain account is connected (b-markets 5). */
export function useUploadGate(): () => void {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const wallet = useWallet()
  return () =>
    wallet ? void navigate(paths.myStorage({ upload: '1' })) : notify('warning', t('storageEntry.connectFirst'))
}
