import { AGENT_TOKEN_MINUTES } from '@trove/contract/compute/agents'
import { CopyButton } from '@trove/ui/actions/copy-button'
import { OutcomeNote } from '@trove/ui/feedback/outcome-note'
import { WaitingNote } from '@trove/ui/feedback/waiting-note'
import { useTranslation } from 'react-i18next'
import classes from './agents.module.css'

/** What a seller runs on the machine: fetches the agent's one file and starts it. */
export function agentCommand(relayUrl: string, token: string): string {
  return `curl -fsSLo trove-agent.mjs ${relayUrl}/agents/agent.mjs && node trove-agent.mjs ${relayUrl} ${token}`
}

type AgentCommandProps = { name: string; command: string; isConnected: boolean }

/** The command of a machine that was just added, and whether it has come. */
export function AgentCommand({ name, command, isConnected }: AgentCommandProps) {
  const { t } = useTranslation()
  return (
    <section className={classes.command}>
      <h3>{t('agents.command.title', { name })}</h3>
      <p>{t('agents.command.text', { minutes: AGENT_TOKEN_MINUTES })}</p>
      <pre>{command}</pre>
      <CopyButton value={command} label={t('common.copy')} copiedLabel={t('common.copied')} isWide />
      <p>{t('agents.command.later')}</p>
      {isConnected ? (
        <OutcomeNote kind="success" title={t('agents.command.connected')} />
      ) : (
        <WaitingNote text={t('agents.command.waiting')} />
      )}
    </section>
  )
}
