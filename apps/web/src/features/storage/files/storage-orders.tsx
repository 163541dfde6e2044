import { EmptyState } from '@trove/ui/feedback/empty-state'
import { StoragePicture } from '@trove/ui/feedback/pictures'
import { useTranslation } from 'react-i18next'
import { useConnectWay } from '../../../lib/wallet/use-connect-way.ts'
import { useWallet } from '../../../lib/wallet/wallet.ts'
import { VaultGate } from '../vault/vault-gate.tsx'
import { useVaultKey } from '../vault/vault-key.ts'
import { FileList } from './file-list.tsx'

/** The storage tab of what one bought: orders of the connected account, whose names the vault opens. */
export function StorageOrders() {
  const { t } = useTranslation()
  const wallet = useWallet()
  const vaultKey = useVaultKey()
  const way = useConnectWay()
  if (!wallet)
    return (
      <EmptyState
        illustration={<StoragePicture />}
        title={t('storage.connect')}
        text={t('storage.connectText')}
        action={{ label: t('storageEntry.connect'), href: way }}
      />
    )
  return (
    <>
      {!vaultKey && <VaultGate>{() => null}</VaultGate>}
      <FileList wallet={wallet} vaultKey={vaultKey} />
    </>
  )
}
