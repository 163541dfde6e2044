import { openTerminal } from '@trove/contract/compute/routes'
import { ContractError } from '@trove/contract/errors/codes'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import { errorText, notify } from '../../../lib/calls/notify.ts'
import { readDevice } from '../../../lib/session/device.ts'
import type { TerminalScreen } from './terminal-screen.ts'
import { type CloseReason, openSession, socketAddress, type TerminalSession } from './terminal-session.ts'

export type TerminalState =
  | { kind: 'connecting' }
  | { kind: 'open'; idleSeconds: number }
  /** `text` is a refusal's words when no session began; `isRetried` where it is opened again by itself. */
  | { kind: 'closed'; reason?: CloseReason; text?: string; isRetried?: boolean }

const FONT_PX = { pc: 14, mobile: 13 } as const
/** Waits before a session that was cut is opened again; after the last it is left to the person. */
const RETRY_AFTER_MS = [1_000, 2_000, 4_000, 8_000, 16_000]
/** Leaves what a program that was cut off may have switched on: its screen, the mouse, marked pastes. */
const SOFT_RESET = '\u001b[?1049l\u001b[?1000l\u001b[?1002l\u001b[?1003l\u001b[?1006l\u001b[?2004l\u001b[!p'

/** A control key for the letter that follows it: Ctrl and `c` make 0x03. */
export function controlOf(data: string): string {
  if (!/^[a-z@[\\\]^_ ]$/i.test(data)) return data
  return data === ' ' ? '\0' : String.fromCharCode(data.toUpperCase().charCodeAt(0) & 31)
}

/** A key held down for the next character: Ctrl makes a control character of it, Alt puts an escape before it. */
export type HeldKey = 'control' | 'alt' | undefined

/** What is sent for typed characters while a key is held. */
export function withHeld(held: HeldKey, data: string): string {
  if (held === 'control') return controlOf(data)
  return held === 'alt' ? `\u001b${data}` : data
}

type ScreenRef = React.RefObject<TerminalScreen | undefined>

/** Keeps the terminal as large as what is left of the window, also above an on-screen keyboard. */
function useFit(screen: ScreenRef, box: React.RefObject<HTMLElement | null>) {
  useEffect(() => {
    const page = box.current?.closest<HTMLElement>('[data-terminal-page]')
    const view = window.visualViewport
    const follow = () => {
      // The layout viewport stays as it is when a keyboard opens; the visual one is what can be seen.
      if (page && view) page.style.height = `${view.height}px`
      window.scrollTo(0, 0)
      screen.current?.fit()
    }
    const observer = new ResizeObserver(() => screen.current?.fit())
    if (box.current) observer.observe(box.current)
    view?.addEventListener('resize', follow)
    follow()
    return () => {
      observer.disconnect()
      view?.removeEventListener('resize', follow)
    }
  }, [screen, box])
}

/** One session at a time; one that was cut is opened again by itself, some times. `isUsed` once something was typed. */
function useSession(productId: string, screen: ScreenRef) {
  const { t } = useTranslation()
  const session = useRef<TerminalSession>(undefined)
  const attempt = useRef(0)
  const retries = useRef(0)
  const hasBegun = useRef(false)
  const [isUsed, setUsed] = useState(false)
  const [state, setState] = useState<TerminalState>({ kind: 'connecting' })

  const close = useCallback((reason: CloseReason) => {
    const isCut = reason === 'lost' || reason === 'stopping'
    setState({ kind: 'closed', reason, isRetried: isCut && retries.current < RETRY_AFTER_MS.length })
  }, [])
  const connect = useCallback(async () => {
    const mine = ++attempt.current
    const isMine = () => mine === attempt.current
    session.current?.close()
    setState({ kind: 'connecting' })
    setUsed(false)
    try {
      const { ticket, path, idleSeconds } = await api(openTerminal, { body: { productId } })
      const drawn = screen.current
      if (!isMine() || !drawn) return
      drawn.fit()
      session.current = openSession(socketAddress(path, window.location), ticket, drawn.terminal, {
        onReady: () => {
          if (hasBegun.current)
            drawn.terminal.write(`${SOFT_RESET}\r\n\u001b[2m${t('terminals.newShell')}\u001b[0m\r\n`)
          hasBegun.current = true
          retries.current = 0
          setState({ kind: 'open', idleSeconds })
        },
        onOutput: (bytes) => drawn.terminal.write(bytes),
        onClosed: (reason) => isMine() && close(reason),
      })
    } catch (error) {
      if (!isMine()) return
      if (error instanceof ContractError) setState({ kind: 'closed', text: errorText(error) })
      else close('lost')
    }
  }, [productId, screen, close, t])

  const isRetried = state.kind === 'closed' && state.isRetried
  useEffect(() => {
    if (!isRetried) return
    const wait = setTimeout(() => void connect(), RETRY_AFTER_MS[retries.current++])
    return () => clearTimeout(wait)
  }, [isRetried, connect])

  const input = useCallback((data: string) => {
    session.current?.input(data)
    setUsed(true)
  }, [])
  const resize = useCallback((size: { cols: number; rows: number }) => session.current?.resize(size), [])
  const leave = useCallback(() => {
    attempt.current += 1
    session.current?.close()
  }, [])
  const fail = useCallback(() => setState({ kind: 'closed', text: t('common.network') }), [t])
  return { state, isUsed, connect, input, resize, leave, fail }
}

/** Model of one terminal: its drawn screen, which stays while others are shown, its session, and the held Ctrl or Alt. */
export function useTerminal(productId: string, label: string, isShown: boolean) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const screen = useRef<TerminalScreen>(undefined)
  const heldNow = useRef<HeldKey>(undefined)
  const labelNow = useRef(label)
  const [held, setHeld] = useState<HeldKey>()
  const { state, isUsed, connect, input, resize, leave, fail } = useSession(productId, screen)

  const hold = useCallback((next: HeldKey) => {
    heldNow.current = next
    setHeld(next)
  }, [])
  const send = useCallback(
    (data: string) => {
      input(withHeld(heldNow.current, data))
      if (heldNow.current) hold(undefined)
    },
    [hold, input],
  )

  useEffect(() => {
    let isGone = false
    void import('./terminal-screen.ts')
      .then(({ openScreen }) => {
        if (isGone || !box.current) return
        const drawn = openScreen(box.current, FONT_PX[readDevice()])
        screen.current = drawn
        drawn.setLabel(labelNow.current)
        drawn.terminal.onData(send)
        drawn.terminal.onResize(resize)
        void connect()
      })
      .catch(fail)
    return () => {
      isGone = true
      leave()
      screen.current?.dispose()
      screen.current = undefined
    }
  }, [connect, send, resize, leave, fail])
  useFit(screen, box)
  useEffect(() => {
    labelNow.current = label
    screen.current?.setLabel(label)
  }, [label])
  const isOpen = state.kind === 'open'
  useEffect(() => {
    if (isShown && isOpen) screen.current?.terminal.focus()
  }, [isShown, isOpen])

  /** A key of the row: sent as it is, the focus goes back to the terminal so that the keyboard stays. */
  const press = (data: string) => {
    send(data)
    screen.current?.terminal.focus()
  }
  /** An arrow, in the form the program in the shell asked for (an editor wants another than a prompt). */
  const pressArrow = (letter: string) =>
    press(`\u001b${screen.current?.terminal.modes.applicationCursorKeysMode ? 'O' : '['}${letter}`)
  const toggle = (key: HeldKey) => () => {
    hold(heldNow.current === key ? undefined : key)
    screen.current?.terminal.focus()
  }
  /** The clipboard's text, as a paste: the shell does not take its line breaks for commands where it can tell. */
  const paste = async () => {
    const text = await navigator.clipboard?.readText().catch(() => undefined)
    if (text === undefined) return notify('warning', t('machines.terminal.pasteDenied'))
    hold(undefined)
    screen.current?.terminal.paste(text)
    screen.current?.terminal.focus()
  }
  return {
    box,
    state,
    isUsed,
    reconnect: () => void connect(),
    press,
    pressArrow,
    paste: () => void paste(),
    held,
    toggleControl: toggle('control'),
    toggleAlt: toggle('alt'),
  }
}
