import { ActionButton } from '@trove/ui/actions/action-button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import { KeyChoice, toggled } from './key-choice.tsx'
import { useSshKeys } from './queries.ts'

const NONE: ReadonlySet<string> = new Set()

/**
 * Which of one's keys a machine gets: all, but those whose tick was taken away. `chosen` are fingerprints, for the order;
 * undefined while one's keys are not known, and where there are none.
 */
export function useKeysForOrder() {
  const { data: keys, refetch } = useSshKeys()
  const [left, setLeft] = useState(NONE)
  const isChosen = (fingerprint: string) => !left.has(fingerprint)
  const prints = keys?.map(({ fingerprint }) => fingerprint)
  return {
    keys,
    reload: () => void refetch(),
    isChosen,
    toggle: (fingerprint: string) => setLeft((now) => toggled(now, fingerprint)),
    chosen: prints && prints.length > 0 ? prints.filter(isChosen) : undefined,
  }
}

/** How the machine is entered: by the keys that are ticked, or by a password where none is. */
export function CheckoutKeys({ model }: { model: ReturnType<typeof useKeysForOrder> }) {
  const { t } = useTranslation()
  const { keys } = model
  if (!keys) return null
  const hasNone = keys.length === 0
  return (
    <Panel title={t('compute.checkout.sshKey')}>
      <Quiet>{model.chosen?.length ? t('compute.checkout.sshKeyChoose') : t('compute.checkout.sshKeyNone')}</Quiet>
      {!hasNone && (
        <KeyChoice label={t('compute.checkout.sshKey')} keys={keys} isChosen={model.isChosen} onToggle={model.toggle} />
      )}
      {hasNone && (
        <div>
          <ActionButton
            kind="plain"
            action={{ label: t('compute.checkout.sshKeySetUp'), href: paths.myCompute({ key: '1' }) }}
          />
        </div>
      )}
    </Panel>
  )
}
