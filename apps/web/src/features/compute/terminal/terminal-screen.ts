import { FitAddon } from '@xterm/addon-fit'
import { type ITheme, Terminal } from '@xterm/xterm'
import '@xterm/xterm/css/xterm.css'

/** The drawn terminal; this file is loaded only where a terminal is opened. */

export type TerminalScreen = {
  terminal: Terminal
  /** Fits columns and rows to the box it stands in. */
  fit: () => void
  /** Names it for readers. */
  setLabel: (label: string) => void
  dispose: () => void
}

const PALETTE = {
  black: 'ink',
  red: 'coral',
  green: 'jade',
  yellow: 'amber',
  blue: 'sky',
  magenta: 'coral-hover',
  cyan: 'teal',
  white: 'ink-2',
} as const

function color(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()
}

/** The site's colours of the scheme in use. */
function readTheme(): ITheme {
  const isDark = document.documentElement.dataset.mantineColorScheme === 'dark'
  const plain = Object.fromEntries(Object.entries(PALETTE).map(([ansi, token]) => [ansi, color(token)]))
  const bright = Object.fromEntries(
    Object.entries(PALETTE).map(([ansi, token]) => [`bright${ansi[0]!.toUpperCase()}${ansi.slice(1)}`, color(token)]),
  )
  return {
    ...plain,
    ...bright,
    // On a dark ground "black" must stay readable, "white" on a light one too.
    ...(isDark
      ? { black: color('line-2'), brightBlack: color('ink-3'), brightWhite: color('ink') }
      : { brightBlack: color('ink-3') }),
    background: color('surface'),
    foreground: color('ink'),
    cursor: color('jade'),
    cursorAccent: color('surface'),
    selectionBackground: color('jade-line'),
  }
}

/** Draws a terminal into a box and follows the colour scheme. */
export function openScreen(box: HTMLElement, fontSizePx: number): TerminalScreen {
  const terminal = new Terminal({
    theme: readTheme(),
    fontFamily: 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
    fontSize: fontSizePx,
    lineHeight: 1.2,
    cursorBlink: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    scrollback: 5000,
    screenReaderMode: true,
    minimumContrastRatio: 4.5,
  })
  const fitter = new FitAddon()
  terminal.loadAddon(fitter)
  terminal.open(box)
  const scheme = new MutationObserver(() => {
    terminal.options.theme = readTheme()
  })
  scheme.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] })
  return {
    terminal,
    fit: () => fitter.fit(),
    setLabel: (label) => terminal.textarea?.setAttribute('aria-label', label),
    dispose: () => {
      scheme.disconnect()
      terminal.dispose()
    },
  }
}
