import { ActionButton } from '@trove/ui/actions/action-button'
import { SaveSearchIcon } from '@trove/ui/icons/actions'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/calls/notify.ts'
import { useSession } from '../../lib/session/session.ts'
import { useSignInHere } from '../entry/use-buy.ts'
import { NameDialog } from './name-dialog.tsx'
import { type SearchKind, useSearchActions } from './queries.ts'

type SaveSearchProps = { kind: SearchKind; filter: Record<string, string | undefined>; summary: string }

/** Saves the filter of the list under a name. Who is not signed in does so first and comes back to the list. */
export default function SaveSearch({ kind, filter, summary }: SaveSearchProps) {
  const { t } = useTranslation()
  const isSignedIn = useSession().state === 'signed-in'
  const signIn = useSignInHere()
  const { save } = useSearchActions()
  const [isAsking, setAsking] = useState(false)
  const given = Object.fromEntries(Object.entries(filter).filter((one): one is [string, string] => Boolean(one[1])))
  const send = (name: string) =>
    save.mutate(
      { kind, name, filter: given },
      {
        onSuccess: () => {
          setAsking(false)
          notify('success', t('searches.saved'))
        },
      },
    )
  return (
    <>
      <ActionButton
        kind="quiet"
        size="xs"
        action={{
          label: t('searches.save'),
          icon: <SaveSearchIcon size={16} />,
          onClick: () => (isSignedIn ? setAsking(true) : signIn()),
        }}
      />
      {isAsking && (
        <NameDialog
          title={t('searches.saveTitle')}
          help={t('searches.nameHelp')}
          first={summary}
          sendLabel={t('common.save')}
          isBusy={save.isPending}
          onClose={() => setAsking(false)}
          onSend={send}
        />
      )}
    </>
  )
}
