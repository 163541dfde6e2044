import { ActionButton } from '@trove/ui/actions/action-button'
import { EmptyState } from '@trove/ui/feedback/empty-state'
import { StoragePicture } from '@trove/ui/feedback/pictures'
import { UploadIcon } from '@trove/ui/icons/actions'
import { PageHeader } from '@trove/ui/layout/page-header'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../lib/addresses/paths.ts'
import { useWallet, type Wallet } from '../../lib/wallet/wallet.ts'
import { FileList } from './files/file-list.tsx'
import { UploadPanel } from './upload/upload-panel.tsx'
import { useUploadGate } from './use-upload-gate.ts'
import { VaultGate } from './vault/vault-gate.tsx'
import { useVaultKey } from './vault/vault-key.ts'

/** Files of the connected account; with `?upload=1` the way to store more. */
function Files({ wallet, isUploading }: { wallet: Wallet; isUploading: boolean }) {
  const vaultKey = useVaultKey()
  return (
    <>
      {isUploading || !vaultKey ? (
        <VaultGate>{(key) => isUploading && <UploadPanel wallet={wallet} vaultKey={key} />}</VaultGate>
      ) : null}
      <FileList wallet={wallet} vaultKey={vaultKey} />
    </>
  )
}

/** The personal storage page (b-markets 2): files, and uploading more. */
export default function MyStorage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const wallet = useWallet()
  const upload = useUploadGate()
  const isUploading = useSearchParams()[0].get('upload') === '1'
  return (
    <>
      <PageHeader
        title={t('titles.myStorage')}
        lead={t('storageEntry.lead')}
        back={{ label: t('common.back'), onClick: () => navigate(paths.personalCenter()), isPhoneOnly: true }}
        actions={
          <ActionButton action={{ label: t('storageEntry.upload'), icon: <UploadIcon size={18} />, onClick: upload }} />
        }
      />
      {wallet ? (
        <Files wallet={wallet} isUploading={isUploading} />
      ) : (
        <EmptyState
          illustration={<StoragePicture />}
          title={t('storage.connect')}
          text={t('storage.connectText')}
          action={{ label: t('storage.toPurse'), href: paths.purse() }}
        />
      )}
    </>
  )
}
