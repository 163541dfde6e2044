import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { notify } from '../../lib/notify.ts'
import { paths } from '../../lib/paths.ts'
import { useWallet } from '../../lib/wallet.ts'

/** Opens uploading, or warns where no chain account is connected (b-markets 5). */
export function useUploadGate(): () => void {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const wallet = useWallet()
  return () =>
    wallet ? void navigate(paths.myStorage({ upload: '1' })) : notify('warning', t('storageEntry.connectFirst'))
}
