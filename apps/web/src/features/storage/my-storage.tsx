import { HeaderAction } from '@trove/ui/actions/header-action'
import { EmptyState } from '@trove/ui/feedback/empty-state'
import { StoragePicture } from '@trove/ui/feedback/pictures'
import { ShareIcon, UploadIcon } from '@trove/ui/icons/actions'
import { PageHeader } from '@trove/ui/layout/page-header'
import { Tabs } from '@trove/ui/layout/tabs'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../lib/addresses/paths.ts'
import { useConnectWay } from '../../lib/wallet/use-connect-way.ts'
import { useWallet, type Wallet } from '../../lib/wallet/wallet.ts'
import { ConnectFirst } from './connect-first.tsx'
import { FileList } from './files/file-list.tsx'
import { MyShare } from './nodes/my-share.tsx'
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

function OwnFiles({ isUploading }: { isUploading: boolean }) {
  const { t } = useTranslation()
  const wallet = useWallet()
  const way = useConnectWay()
  if (wallet) return <Files wallet={wallet} isUploading={isUploading} />
  return (
    <EmptyState
      illustration={<StoragePicture />}
      title={t('storage.connect')}
      text={t('storage.connectText')}
      action={{ label: t('storageEntry.connect'), href: way }}
    />
  )
}

/** To share space, and to upload. */
function Ways() {
  const { t } = useTranslation()
  const upload = useUploadGate()
  return (
    <>
      <HeaderAction
        action={{ label: t('storageNode.toShare'), icon: <ShareIcon size={18} />, href: paths.shareStorage() }}
      />
      <HeaderAction
        kind="main"
        action={{ label: t('storageEntry.upload'), icon: <UploadIcon size={18} />, ...upload }}
      />
    </>
  )
}

/** The personal storage page (b-markets 2): files and uploading more, and what one shares; the tab lives in the address. */
export default function MyStorage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const tab = search.get('tab') === 'share' ? 'share' : 'files'
  const choose = (next: 'files' | 'share') => setSearch(next === 'share' ? { tab: 'share' } : {}, { replace: true })
  return (
    <>
      <PageHeader
        title={t('titles.myStorage')}
        lead={t('storageEntry.lead')}
        back={{ label: t('common.back'), onClick: () => navigate(paths.personalCenter()), isPhoneOnly: true }}
        actions={<Ways />}
      />
      <Tabs
        label={t('titles.myStorage')}
        value={tab}
        onChange={choose}
        items={[
          { value: 'files', label: t('storageNode.tabs.files') },
          { value: 'share', label: t('storageNode.tabs.share') },
        ]}
      >
        {tab === 'share' ? (
          <MyShare note={<ConnectFirst />} />
        ) : (
          <OwnFiles isUploading={search.get('upload') === '1'} />
        )}
      </Tabs>
    </>
  )
}
