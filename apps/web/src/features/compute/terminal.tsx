import { Button, Loader } from '@mantine/core'
import { BackIcon } from '@trove/ui/icons/actions'
import { FailedIcon, ServingIcon } from '@trove/ui/icons/states'
import { Link } from '@trove/ui/link'
import type { PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import classes from './terminal.module.css'
import { type TerminalState, useTerminal } from './use-terminal.ts'

const ESCAPE = '\u001b'
const KEYS = [
  { id: 'esc', face: 'Esc', data: ESCAPE },
  { id: 'tab', face: 'Tab', data: '\t' },
] as const
const ARROWS = [
  { id: 'left', face: '←', letter: 'D' },
  { id: 'up', face: '↑', letter: 'A' },
  { id: 'down', face: '↓', letter: 'B' },
  { id: 'right', face: '→', letter: 'C' },
] as const

/** A press must not take the focus from the terminal, or the on-screen keyboard would close. */
const keepFocus = (event: PointerEvent) => event.preventDefault()

type KeyRowProps = {
  press: (data: string) => void
  pressArrow: (letter: string) => void
  hasControl: boolean
  toggleControl: () => void
}

function KeyRow({ press, pressArrow, hasControl, toggleControl }: KeyRowProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.keys} role="toolbar" aria-label={t('machines.terminal.keys')} onPointerDown={keepFocus}>
      {KEYS.map((key) => (
        <button key={key.id} type="button" onClick={() => press(key.data)}>
          {key.face}
        </button>
      ))}
      <button type="button" aria-pressed={hasControl} onClick={toggleControl}>
        {'Ctrl'}
      </button>
      {ARROWS.map((key) => (
        <button
          key={key.id}
          type="button"
          aria-label={t(`machines.terminal.${key.id}`)}
          onClick={() => pressArrow(key.letter)}
        >
          {key.face}
        </button>
      ))}
    </div>
  )
}

function Status({ state, idleSeconds }: { state: TerminalState; idleSeconds?: number }) {
  const { t } = useTranslation()
  if (state.kind === 'connecting')
    return (
      <span className={classes.status}>
        <Loader size={14} aria-hidden /> {t('machines.terminal.connecting')}
      </span>
    )
  if (state.kind === 'closed')
    return (
      <span className={classes.status} data-tone="coral">
        <FailedIcon size={16} /> {t('machines.terminal.disconnected')}
      </span>
    )
  return (
    <>
      <span className={classes.status} data-tone="jade">
        <ServingIcon size={16} /> {t('machines.terminal.connected')}
      </span>
      {idleSeconds && (
        <span className={classes.idle}>{t('machines.terminal.idle', { minutes: Math.round(idleSeconds / 60) })}</span>
      )}
    </>
  )
}

/** A shell on a rented machine in the browser. */
export default function TerminalScreen() {
  const { t } = useTranslation()
  const productId = useParams().productId ?? ''
  const label = t('machines.terminal.label', { id: productId })
  const model = useTerminal(productId, label)
  const { state } = model
  const reason = state.kind === 'closed' ? (state.text ?? t(`machines.terminal.reason.${state.reason ?? 'lost'}`)) : ''
  return (
    <main id="content" className={classes.page} data-terminal-page tabIndex={-1}>
      <header className={classes.header}>
        <Link
          href="/personal-center/my-calculate"
          className={classes.back}
          aria-label={t('machines.terminal.back')}
          title={t('machines.terminal.back')}
        >
          <BackIcon />
        </Link>
        <h1 className={classes.title}>{t('titles.terminal')}</h1>
        <div className={classes.state} role="status">
          <Status state={state} idleSeconds={model.idleSeconds} />
        </div>
      </header>
      {state.kind === 'closed' && (
        <div className={classes.closed} role="alert">
          <span>{reason}</span>
          <Button onClick={model.reconnect}>{t('machines.terminal.reconnect')}</Button>
        </div>
      )}
      {/* The terminal measures its own box with its padding, so the padding stands around it. */}
      <section className={classes.frame} aria-label={label}>
        <div ref={model.box} className={classes.box} />
      </section>
      <KeyRow
        press={model.press}
        pressArrow={model.pressArrow}
        hasControl={model.hasControl}
        toggleControl={model.toggleControl}
      />
    </main>
  )
}
