import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { KeyRow } from './key-row.tsx'
import classes from './terminal.module.css'
import { type TerminalState, useTerminal } from './use-terminal.ts'

/** How a terminal stands, as far as its tab has to know. */
export type Standing = { state: TerminalState; isUsed: boolean }

type PaneProps = {
  id: string
  tabElementId: string
  productId: string
  label: string
  isShown: boolean
  onStanding: (id: string, standing: Standing) => void
}

/** One terminal. It stays as large as it is shown while another is, so that its screen and its programs keep their size. */
export function TerminalPane({ id, tabElementId, productId, label, isShown, onStanding }: PaneProps) {
  const { t } = useTranslation()
  const model = useTerminal(productId, label, isShown)
  const { state, isUsed } = model
  useEffect(() => onStanding(id, { state, isUsed }), [onStanding, id, state, isUsed])
  return (
    <div
      role="tabpanel"
      id={`panel-${id}`}
      aria-labelledby={tabElementId}
      className={classes.pane}
      data-away={!isShown || undefined}
    >
      {state.kind === 'closed' && (
        <div className={classes.closed} role={isShown ? 'alert' : undefined}>
          <span>
            {state.text ?? t(`machines.terminal.reason.${state.reason ?? 'lost'}`)}
            {state.isRetried && ` ${t('terminals.retrying')}`}
          </span>
          <Button onClick={model.reconnect}>{t('machines.terminal.reconnect')}</Button>
        </div>
      )}
      {/* The terminal measures its own box with its padding, so the padding stands around it. */}
      <section className={classes.frame} aria-label={label}>
        <div ref={model.box} className={classes.box} />
      </section>
      <KeyRow {...model} />
    </div>
  )
}
