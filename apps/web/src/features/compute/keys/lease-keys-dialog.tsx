import { SSH_KEYS_MAX } from '@trove/contract/compute/ssh-keys'
import { ActionButton } from '@trove/ui/actions/action-button'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { CheckIcon, WaitingIcon, WarningIcon } from '@trove/ui/icons/states'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { SmallFailure } from '../../../lib/calls/failure.tsx'
import { ReasonButton } from '../../../lib/shown/reason-button.tsx'
import { KeyChoice, toggled } from './key-choice.tsx'
import classes from './keys.module.css'
import { type LeaseKeys, useLeaseKeys, usePutLeaseKeys } from './queries.ts'

const LOOKS = {
  settled: { tone: 'jade', icon: CheckIcon },
  changing: { tone: 'sky', icon: WaitingIcon },
  retrying: { tone: 'amber', icon: WarningIcon },
} as const

const chosenOf = ({ keys }: LeaseKeys): ReadonlySet<string> =>
  new Set(keys.filter(({ isChosen }) => isChosen).map(({ fingerprint }) => fingerprint))

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.size === other.size && [...one].every((it) => other.has(it))

/** What the buyer ticks: as the lease has it until they change something, then theirs until it is saved. */
function useChoice(orderId: string) {
  const lease = useLeaseKeys(orderId)
  const [edited, setEdited] = useState<ReadonlySet<string>>()
  const put = usePutLeaseKeys(orderId, () => setEdited(undefined))
  const wanted: ReadonlySet<string> = lease.data ? chosenOf(lease.data) : new Set<string>()
  const chosen = edited ?? wanted
  return {
    lease,
    chosen,
    isChanged: !isSame(chosen, wanted),
    toggle: (fingerprint: string) => setEdited(toggled(chosen, fingerprint)),
    save: () => put.mutate([...chosen]),
    isSaving: put.isPending,
  }
}

function State({ state }: Pick<LeaseKeys, 'state'>) {
  const { t } = useTranslation()
  return (
    <div className={classes.text} role="status">
      <StatusBadge {...LOOKS[state]} label={t(`sshKeys.lease.states.${state}`)} />
      {state !== 'settled' && <p className={classes.quiet}>{t('sshKeys.lease.unsure')}</p>}
    </div>
  )
}

type ChoiceProps = { data: LeaseKeys; model: ReturnType<typeof useChoice>; onLeave: () => void }

function Choice({ data, model, onLeave }: ChoiceProps) {
  const { t } = useTranslation()
  return (
    <>
      <p className={classes.text}>{t('sshKeys.lease.text')}</p>
      <State state={data.state} />
      <KeyChoice
        label={t('sshKeys.lease.title')}
        keys={data.keys}
        isChosen={(fingerprint) => model.chosen.has(fingerprint)}
        onToggle={model.toggle}
        isDisabled={model.isSaving}
      />
      <ActionButton
        kind="plain"
        action={{ label: t('sshKeys.lease.add'), href: paths.myCompute({ key: '1' }), onClick: onLeave }}
      />
      <p className={classes.quiet}>{t('sshKeys.lease.password')}</p>
    </>
  )
}

/** The keys of a running lease: which the machine has, choosing others, and whether the machine has confirmed them. */
export function LeaseKeysDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const model = useChoice(orderId)
  const { data, error, refetch, isFetching } = model.lease
  const tooMany = model.chosen.size > SSH_KEYS_MAX ? t('reasons.tooManyKeys', { most: SSH_KEYS_MAX }) : undefined
  const footer = (
    <ReasonButton
      onClick={model.save}
      loading={model.isSaving}
      reason={model.isChanged ? tooMany : t('reasons.unchanged')}
    >
      {t('sshKeys.lease.save')}
    </ReasonButton>
  )
  return (
    <Dialog isOpen onClose={onClose} title={t('sshKeys.lease.title')} closeLabel={t('common.close')} footer={footer}>
      {data && <Choice data={data} model={model} onLeave={onClose} />}
      {!data && error && (
        <SmallFailure title={t('sshKeys.lease.failed')} error={error} refetch={refetch} isBusy={isFetching} />
      )}
      {!data && !error && <RowsSkeleton label={t('common.loading')} count={3} />}
    </Dialog>
  )
}
