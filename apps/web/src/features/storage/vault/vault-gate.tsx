import type { Bytes } from '@trove/stored-file/bytes'
import { ErrorState } from '@trove/ui/feedback/error-state'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../lib/calls/notify.ts'
import { useVault } from './queries.ts'
import { SetUpVault } from './set-up-vault.tsx'
import { UnlockVault } from './unlock-vault.tsx'
import { useVaultKey } from './vault-key.ts'

/** Shows what needs the vault once it is open; before that, how to set it up or open it. */
export function VaultGate({ children }: { children: (vaultKey: Bytes) => ReactNode }) {
  const { t } = useTranslation()
  const vault = useVault()
  const vaultKey = useVaultKey()
  if (vaultKey) return children(vaultKey)
  if (vault.isPending) return <RowsSkeleton label={t('common.loading')} />
  if (vault.isError)
    return (
      <ErrorState
        title={errorText(vault.error)}
        retry={{ label: t('common.retry'), onClick: () => void vault.refetch() }}
      />
    )
  return vault.data.box === null ? <SetUpVault /> : <UnlockVault vault={vault.data} />
}
