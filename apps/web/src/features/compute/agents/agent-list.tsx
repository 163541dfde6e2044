import { ActionIcon } from '@mantine/core'
import { ActionButton } from '@trove/ui/actions/action-button'
import type { Tone } from '@trove/ui/base/tokens'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { DeleteIcon } from '@trove/ui/icons/actions'
import type { IconComponent } from '@trove/ui/icons/icon'
import { CheckIcon, WaitingIcon, WarningIcon } from '@trove/ui/icons/states'
import { useTranslation } from 'react-i18next'
import classes from './agents.module.css'
import type { Agent } from './queries.ts'

const FACES: Record<Agent['state'], { tone: Tone; icon: IconComponent }> = {
  waiting: { tone: 'sky', icon: WaitingIcon },
  expired: { tone: 'amber', icon: WarningIcon },
  connected: { tone: 'jade', icon: CheckIcon },
  away: { tone: 'amber', icon: WarningIcon },
}

type AgentListProps = { agents: readonly Agent[]; onUse: (agent: Agent) => void; onRemove: (agent: Agent) => void }

function Row({ agent, onUse, onRemove }: { agent: Agent } & Omit<AgentListProps, 'agents'>) {
  const { t } = useTranslation()
  const { name, host, port, state, isPublished } = agent
  return (
    <li>
      <div className={classes.machine}>
        <span>{name}</span>
        <code>
          {host}:{port}
        </code>
        <StatusBadge {...FACES[state]} label={t(`agents.states.${state}`)} isQuiet />
        {state === 'expired' && <span className={classes.quiet}>{t('agents.expiredHelp')}</span>}
      </div>
      <div className={classes.actions}>
        {isPublished && <span className={classes.quiet}>{t('agents.published')}</span>}
        {!isPublished && state === 'connected' && (
          <ActionButton kind="plain" action={{ label: t('agents.use'), onClick: () => onUse(agent) }} />
        )}
        {!isPublished && (
          <ActionIcon aria-label={t('agents.removeNamed', { name })} onClick={() => onRemove(agent)}>
            <DeleteIcon size={18} />
          </ActionIcon>
        )}
      </div>
    </li>
  )
}

/** One's machines without a public address: where they are reached, and whether they are. */
export function AgentList({ agents, ...actions }: AgentListProps) {
  const { t } = useTranslation()
  if (agents.length === 0) return <p className={classes.quiet}>{t('agents.none')}</p>
  return (
    <ul className={classes.list} aria-label={t('agents.list')}>
      {agents.map((agent) => (
        <Row key={agent.id} agent={agent} {...actions} />
      ))}
    </ul>
  )
}
