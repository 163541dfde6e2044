import { TextInput } from '@mantine/core'
import { AGENT_NAME_MAX, AGENTS_MAX } from '@trove/contract/compute/agents'
import { ActionButton } from '@trove/ui/actions/action-button'
import { ConfirmDialog } from '@trove/ui/dialogs/confirm-dialog'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SmallFailure } from '../../../lib/calls/failure.tsx'
import { AgentCommand, agentCommand } from './agent-command.tsx'
import { AgentList } from './agent-list.tsx'
import classes from './agents.module.css'
import { type Agent, useAddAgent, useAgents, useRemoveAgent } from './queries.ts'

function AddAgent({ add }: { add: ReturnType<typeof useAddAgent> }) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [isMissing, setMissing] = useState(false)
  const submit = () => {
    setMissing(name.trim() === '')
    if (name.trim() !== '') add.mutate(name.trim(), { onSuccess: () => setName('') })
  }
  return (
    <div className={classes.form}>
      <TextInput
        label={t('agents.name')}
        placeholder={t('agents.namePlaceholder')}
        value={name}
        onChange={(event) => {
          setName(event.currentTarget.value)
          setMissing(false)
        }}
        error={isMissing ? t('agents.nameMissing') : undefined}
        maxLength={AGENT_NAME_MAX}
        autoComplete="off"
      />
      <div>
        <ActionButton action={{ label: t('agents.add'), onClick: submit, isBusy: add.isPending }} />
      </div>
    </div>
  )
}

/** Asks before an address is given up. */
function RemoveAgent({ removing, onClose }: { removing: Agent | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const remove = useRemoveAgent({ onSettled: onClose })
  return (
    <ConfirmDialog
      isOpen={removing !== undefined}
      onClose={onClose}
      onConfirm={() => removing && remove.mutate(removing.id)}
      title={t('agents.removeTitle', { name: removing?.name ?? '' })}
      text={t('agents.removeText')}
      confirmLabel={t('agents.remove')}
      cancelLabel={t('common.cancel')}
      closeLabel={t('common.close')}
      isDangerous
      isBusy={remove.isPending}
    />
  )
}

/** One's machines without a public address: adding one, its command, its address, removing it. */
export function AgentsDialog({ onUse, onClose }: { onUse: (agent: Agent) => void; onClose: () => void }) {
  const { t } = useTranslation()
  const { data, error, refetch, isFetching } = useAgents({ isWatched: true })
  const add = useAddAgent()
  const [removing, setRemoving] = useState<Agent>()
  const relayUrl = data?.relayUrl
  const added = data?.agents.find(({ id }) => id === add.data?.agent.id)
  return (
    <>
      <Dialog isOpen onClose={onClose} title={t('agents.title')} closeLabel={t('common.close')}>
        <p className={classes.text}>{t('agents.text')}</p>
        {!data && !error && <RowsSkeleton label={t('common.loading')} count={2} />}
        {!data && error && (
          <SmallFailure title={t('agents.failed')} error={error} refetch={refetch} isBusy={isFetching} />
        )}
        {data && <AgentList agents={data.agents} onUse={onUse} onRemove={setRemoving} />}
        {relayUrl && add.data && added && (
          <AgentCommand
            name={added.name}
            command={agentCommand(relayUrl, add.data.token)}
            isConnected={added.state === 'connected'}
          />
        )}
        {data && data.agents.length >= AGENTS_MAX ? (
          <p className={classes.quiet}>{t('agents.full', { most: AGENTS_MAX })}</p>
        ) : (
          data && <AddAgent add={add} />
        )}
      </Dialog>
      <RemoveAgent removing={removing} onClose={() => setRemoving(undefined)} />
    </>
  )
}
