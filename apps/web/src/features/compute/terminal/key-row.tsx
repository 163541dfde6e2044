import type { PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './terminal.module.css'
import type { useTerminal } from './use-terminal.ts'

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

/** Keys a phone's keyboard has not. */
export function KeyRow({ press, pressArrow, paste, held, toggleControl, toggleAlt }: KeyRowProps) {
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
