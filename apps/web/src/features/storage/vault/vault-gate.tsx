import type { Bytes } from '@trove/stored-file/bytes'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Failure } from '../../../lib/calls/failure.tsx'
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
  if (vault.isError) return <Failure error={vault.error} refetch={vault.refetch} />
  return vault.data.box === null ? <SetUpVault /> : <UnlockVault vault={vault.data} />
}
