import { ActionButton } from '@trove/ui/actions/action-button'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { SmallFailure } from '../../../lib/calls/failure.tsx'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import { KeyChoice, toggled } from './key-choice.tsx'
import { useSshKeys } from './queries.ts'

const NONE: ReadonlySet<string> = new Set()

/**
 * Which of one's keys a machine gets: all, but those whose tick was taken away. `chosen` are fingerprints, for the order;
 * undefined while one's keys are not known, and where there are none.
 */
export function useKeysForOrder() {
  const { data: keys, error, refetch } = useSshKeys()
  const [left, setLeft] = useState(NONE)
  const isChosen = (fingerprint: string) => !left.has(fingerprint)
  const prints = keys?.map(({ fingerprint }) => fingerprint)
  return {
    keys,
    error,
    reload: () => void refetch(),
    isChosen,
    toggle: (fingerprint: string) => setLeft((now) => toggled(now, fingerprint)),
    chosen: prints && prints.length > 0 ? prints.filter(isChosen) : undefined,
  }
}

type Model = ReturnType<typeof useKeysForOrder>

function Keys({ model, keys }: { model: Model; keys: NonNullable<Model['keys']> }) {
  const { t } = useTranslation()
  return (
    <>
      <Quiet>{t(model.chosen?.length ? 'compute.checkout.sshKeyChoose' : 'compute.checkout.sshKeyNone')}</Quiet>
      {keys.length > 0 ? (
        <KeyChoice label={t('compute.checkout.sshKey')} keys={keys} isChosen={model.isChosen} onToggle={model.toggle} />
      ) : (
        <div>
          <ActionButton
            kind="plain"
            action={{ label: t('compute.checkout.sshKeySetUp'), href: paths.myCompute({ key: '1' }) }}
          />
        </div>
      )}
    </>
  )
}

/** How the machine is entered: by the keys that are ticked, or by a password where none is. */
export function CheckoutKeys({ model }: { model: Model }) {
  const { t } = useTranslation()
  const { keys, error, reload } = model
  return (
    <Panel title={t('compute.checkout.sshKey')}>
      {keys && <Keys model={model} keys={keys} />}
      {!keys && error && <SmallFailure error={error} refetch={reload} />}
      {!keys && !error && <RowsSkeleton label={t('common.loading')} count={1} />}
    </Panel>
  )
}
