import { openTerminal } from '@trove/contract/compute/routes'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import { errorText, notify } from '../../../lib/calls/notify.ts'
import { readDevice } from '../../../lib/session/device.ts'
import type { TerminalScreen } from './terminal-screen.ts'
import { type CloseReason, openSession, socketAddress, type TerminalSession } from './terminal-session.ts'

export type TerminalState =
  | { kind: 'connecting' }
  | { kind: 'open' }
  /** `text` is a refusal's words when no session began. */
  | { kind: 'closed'; reason?: CloseReason; text?: string }

const FONT_PX = { pc: 14, mobile: 13 } as const
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

/** Keeps the terminal as large as what is left of the window, also above an on-screen keyboard. */
function useFit(screen: React.RefObject<TerminalScreen | undefined>, box: React.RefObject<HTMLElement | null>) {
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

/** Model of the browser terminal: the drawn screen, one session at a time, the held Ctrl or Alt of the key row. */
export function useTerminal(productId: string, label: string) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const screen = useRef<TerminalScreen>(undefined)
  const session = useRef<TerminalSession>(undefined)
  const heldNow = useRef<HeldKey>(undefined)
  const [state, setState] = useState<TerminalState>({ kind: 'connecting' })
  const [held, setHeld] = useState<HeldKey>()
  const [idleSeconds, setIdleSeconds] = useState<number>()
  const attempt = useRef(0)

  const hold = useCallback((next: HeldKey) => {
    heldNow.current = next
    setHeld(next)
  }, [])
  const send = useCallback(
    (data: string) => {
      session.current?.input(withHeld(heldNow.current, data))
      if (heldNow.current) hold(undefined)
    },
    [hold],
  )

  const connect = useCallback(async () => {
    const mine = ++attempt.current
    session.current?.close()
    setState({ kind: 'connecting' })
    try {
      const { ticket, path, idleSeconds } = await api(openTerminal, { body: { productId } })
      const drawn = screen.current
      if (mine !== attempt.current || !drawn) return
      setIdleSeconds(idleSeconds)
      drawn.fit()
      session.current = openSession(socketAddress(path, window.location), ticket, drawn.terminal, {
        onReady: () => {
          setState({ kind: 'open' })
          drawn.terminal.focus()
        },
        onOutput: (bytes) => drawn.terminal.write(bytes),
        onClosed: (reason) => mine === attempt.current && setState({ kind: 'closed', reason }),
      })
    } catch (error) {
      if (mine === attempt.current) setState({ kind: 'closed', text: errorText(error) })
    }
  }, [productId])

  useEffect(() => {
    let isGone = false
    void import('./terminal-screen.ts')
      .then(({ openScreen }) => {
        if (isGone || !box.current) return
        const drawn = openScreen(box.current, label, FONT_PX[readDevice()])
        screen.current = drawn
        drawn.terminal.onData(send)
        drawn.terminal.onResize((size) => session.current?.resize(size))
        void connect()
      })
      .catch(() => setState({ kind: 'closed', text: t('common.network') }))
    return () => {
      isGone = true
      attempt.current += 1
      session.current?.close()
      screen.current?.dispose()
      screen.current = undefined
    }
  }, [connect, send, label, t])
  useFit(screen, box)

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
    reconnect: () => void connect(),
    press,
    pressArrow,
    paste: () => void paste(),
    held,
    toggleControl: toggle('control'),
    toggleAlt: toggle('alt'),
    idleSeconds,
  }
}
