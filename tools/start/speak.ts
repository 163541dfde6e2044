import { fill, type Say } from '@trove/messages/kit/say'
import { startTexts } from '@trove/messages/site/start'

type Text = keyof typeof startTexts

/** A text in both languages, Chinese first. */
export function both(text: Text, params: Record<string, string | number> = {}): string {
  const say: Say = startTexts[text]
  return `${fill(say, 'zh-CN', params)} · ${fill(say, 'en', params)}`
}

/** A framed table of addresses; wide characters count double. */
export function table(title: string, rows: [Text, string][], note: string): string {
  const lines = rows.map(([label, value]) => [both(label), value] as const)
  const labelWidth = Math.max(...lines.map(([label]) => widthOf(label)))
  const inner = [title, '', ...lines.map(([label, value]) => `${pad(label, labelWidth)}  ${value}`), '', note]
  const width = Math.max(...inner.map(widthOf))
  const bar = '─'.repeat(width + 2)
  return [`┌${bar}┐`, ...inner.map((line) => `│ ${pad(line, width)} │`), `└${bar}┘`].join('\n')
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(width - widthOf(text))
}

function widthOf(text: string): number {
  return [...text].reduce(
    (sum, sign) =>
      sum + (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/.test(sign) ? 2 : 1),
    0,
  )
}
