import { Button, Loader } from '@mantine/core'
import { isLeaseEnding } from '@trove/contract/compute/order-states'
import { Link } from '@trove/ui/base/link'
import { BackIcon } from '@trove/ui/icons/actions'
import { FailedIcon, ServingIcon } from '@trove/ui/icons/states'
import type { PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { useNow } from '../../../lib/calls/clock.ts'
import { formatLeft } from '../../../lib/shown/format.ts'
import { type Purchase, useLeasedMachine } from '../mine/my-queries.ts'
import classes from './terminal.module.css'
import { type TerminalState, useTerminal } from './use-terminal.ts'

const ESCAPE = '\u001b'
const KEYS = [
  { face: 'Esc', data: ESCAPE },
  { face: 'Tab', data: '\t' },
] as const
/** Signs that a phone's keyboard hides two layers deep. */
const SIGNS = ['|', '/', '~'] as const
const ARROWS = [
  { id: 'left', face: '←', letter: 'D' },
  { id: 'up', face: '↑', letter: 'A' },
  { id: 'down', face: '↓', letter: 'B' },
  { id: 'right', face: '→', letter: 'C' },
] as const

/** A press must not take the focus from the terminal, or the on-screen keyboard would close. */
const keepFocus = (event: PointerEvent) => event.preventDefault()

type KeyRowProps = Pick<
  ReturnType<typeof useTerminal>,
  'press' | 'pressArrow' | 'paste' | 'held' | 'toggleControl' | 'toggleAlt'
>

function KeyRow({ press, pressArrow, paste, held, toggleControl, toggleAlt }: KeyRowProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.keys} role="toolbar" aria-label={t('machines.terminal.keys')} onPointerDown={keepFocus}>
      {KEYS.map((key) => (
        <button key={key.face} type="button" onClick={() => press(key.data)}>
          {key.face}
        </button>
      ))}
      <button type="button" aria-pressed={held === 'control'} onClick={toggleControl}>
        {'Ctrl'}
      </button>
      <button type="button" aria-pressed={held === 'alt'} onClick={toggleAlt}>
        {'Alt'}
      </button>
      {SIGNS.map((sign) => (
        <button key={sign} type="button" onClick={() => press(sign)}>
          {sign}
        </button>
      ))}
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
      <button type="button" onClick={paste}>
        {t('machines.terminal.paste')}
      </button>
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

/** Which machine it is and how long the lease still lasts; amber when the end is near. */
function Machine({ purchase }: { purchase: Purchase | undefined }) {
  const { t } = useTranslation()
  const now = useNow(30_000)
  if (!purchase?.serveEndTime) return null
  const end = new Date(purchase.serveEndTime)
  const isEnding = isLeaseEnding(new Date(purchase.serveStartTime ?? purchase.serveEndTime), end, now)
  return (
    <span className={classes.machine}>
      <code>{purchase.authId}</code>
      <span className={classes.left} data-ending={isEnding || undefined}>
        {t('machines.terminal.timeLeft', { time: formatLeft(end, now) })}
      </span>
    </span>
  )
}

function BackLink() {
  const { t } = useTranslation()
  const label = t('machines.terminal.back')
  return (
    <Link href={paths.myCompute()} className={classes.back} aria-label={label} title={label}>
      <BackIcon />
    </Link>
  )
}

/** A shell on a rented machine in the browser. */
export default function TerminalScreen() {
  const { t } = useTranslation()
  const productId = useParams().productId ?? ''
  const purchase = useLeasedMachine(productId)
  const label = t('machines.terminal.label', { id: purchase?.authId ?? '' })
  const model = useTerminal(productId, label)
  const { state } = model
  const reason = state.kind === 'closed' ? (state.text ?? t(`machines.terminal.reason.${state.reason ?? 'lost'}`)) : ''
  return (
    <main id="content" className={classes.page} data-terminal-page tabIndex={-1}>
      <header className={classes.header}>
        <BackLink />
        <div className={classes.names}>
          <h1 className={classes.title}>{t('titles.terminal')}</h1>
          <Machine purchase={purchase} />
        </div>
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
      <KeyRow {...model} />
    </main>
  )
}
