import type { Bytes } from '@trove/stored-file/bytes'
import { OutcomeNote } from '@trove/ui/feedback/outcome-note'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { type ReactNode, useState } from 'react'
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
  // Another page set it up while this one asked for it.
  const [wasEmpty, setWasEmpty] = useState(false)
  if (vault.data?.box === null && !wasEmpty) setWasEmpty(true)
  // What this one sent may be stored although the response was lost: then its own words open it.
  const [sent, setSent] = useState<string>()
  if (vaultKey) return children(vaultKey)
  if (vault.isPending) return <RowsSkeleton label={t('common.loading')} />
  // What could not be read anew was read before: a form that somebody types into stays.
  if (!vault.data) return <Failure error={vault.error} refetch={vault.refetch} />
  if (vault.data.box === null) return <SetUpVault onSend={setSent} />
  return (
    <>
      {wasEmpty && vault.data.fingerprint !== sent && (
        <OutcomeNote kind="warning" title={t('storage.vault.elsewhere')} text={t('storage.vault.elsewhereText')} />
      )}
      <UnlockVault vault={vault.data} />
    </>
  )
}
