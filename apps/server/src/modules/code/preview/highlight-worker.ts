import { parentPort } from 'node:worker_threads'
import { bundledLanguages, createCssVariablesTheme, createHighlighter } from 'shiki'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import type { Asked, Token } from './highlight.ts'

/** A thread of its own: what an author's file costs to colour delays nobody's page. */

const theme = createCssVariablesTheme({ name: 'kinds', variablePrefix: '--', fontStyle: false })
const highlighter = createHighlighter({
  themes: [theme],
  langs: [],
  engine: createJavaScriptRegexEngine({ forgiving: true }),
})

const KINDS: Record<string, Token['kind']> = {
  'token-keyword': 'keyword',
  'token-string': 'string',
  'token-string-expression': 'string',
  'token-comment': 'comment',
  'token-constant': 'constant',
  'token-function': 'function',
  'token-parameter': 'parameter',
  'token-punctuation': 'punctuation',
  'token-link': 'link',
}

const kindOf = (color: string | undefined) => KINDS[/--([\w-]+)/.exec(color ?? '')?.[1] ?? ''] ?? 'plain'

/** Neighbours of one kind are one token. */
function joined(line: { content: string; color?: string }[]): Token[] {
  const tokens: Token[] = []
  for (const { content, color } of line) {
    const kind = content.trim() === '' ? (tokens.at(-1)?.kind ?? 'plain') : kindOf(color)
    const last = tokens.at(-1)
    if (last?.kind === kind) last.text += content
    else tokens.push({ kind, text: content })
  }
  return tokens
}

async function colour({ text, ending }: Asked): Promise<Token[][]> {
  const all = await highlighter
  const lang = ending in bundledLanguages ? (ending as keyof typeof bundledLanguages) : 'text'
  if (lang !== 'text') await all.loadLanguage(lang)
  const { tokens } = all.codeToTokens(text, {
    lang,
    theme: 'kinds',
    tokenizeMaxLineLength: 1000,
    tokenizeTimeLimit: 4000,
  })
  return tokens.map(joined)
}

parentPort?.on('message', async ({ id, asked }: { id: number; asked: Asked }) => {
  const lines = await colour(asked).catch(() => null)
  parentPort?.postMessage({ id, lines })
})
