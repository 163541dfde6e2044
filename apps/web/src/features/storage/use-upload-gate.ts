import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../lib/addresses/paths.ts'
import { notify } from '../../lib/calls/notify.ts'
import { useWallet } from '../../lib/wallet/wallet.ts'

/** Opens uploading; where no chain account is connected it warns (b-markets 5), and has its reason before it is pressed. */
export function useUploadGate(): { onClick: () => void; reason?: string } {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const wallet = useWallet()
  if (wallet) return { onClick: () => void navigate(paths.myStorage({ upload: '1' })) }
  const reason = t('storageEntry.connectFirst')
  return { onClick: () => notify('warning', reason), reason }
}
