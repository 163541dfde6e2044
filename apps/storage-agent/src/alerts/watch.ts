import { fill } from '@trove/messages/kit/say'
import { storageAgentTexts as texts } from '@trove/messages/storage/storage-agent'
import type { Log } from '../log/log.ts'
import { alertText } from '../page/alert-text.ts'
import type { Alert, Snapshot } from '../page/snapshot.ts'

type Options = { look: () => Promise<Snapshot[]>; send: (text: string) => Promise<void>; log: Log }

type Shown = { address: string; alert: Alert }

/** The longest text that WeCom's robots take; those of the other chats take more. */
const MOST_BYTES = 2048

/** One line of the page's box is one thing, whatever its figures have become. */
function nameOf(address: string, alert: Alert): string {
  const about = 'order' in alert ? alert.order : alert.kind === 'volume' ? alert.folder : ''
  return `${address} ${alert.kind} ${about}`
}

/**
 * Tells of what needs a person: once of each thing, when two looks in a row have shown it, and again only after it was gone. Of
 * more than a message holds the first are spelled out and the others counted. What could not be sent is sent with the next look.
 * @returns one look, to be repeated; it never fails
 */
export function watchAlerts({ look, send, log }: Options): () => Promise<void> {
  let before = new Set<string>()
  let told = new Set<string>()

  async function tell(): Promise<void> {
    const shown = (await look()).flatMap(({ address, alerts }) =>
      alerts.map((alert) => ({ address, alert, name: nameOf(address, alert) })),
    )
    const names = new Set(shown.map(({ name }) => name))
    told = new Set([...told].filter((name) => names.has(name)))
    const due = shown.filter(({ name }) => before.has(name) && !told.has(name))
    before = names
    if (due.length === 0) return
    await send(messageOf(due))
    for (const { name } of due) told.add(name)
    log('info', 'alert.sent', { count: due.length })
  }

  return async function once(): Promise<void> {
    try {
      await tell()
    } catch (error) {
      log('warn', 'alert.failed', { reason: (error as Error).message })
    }
  }
}

/** What is told of these: each with its account and in both languages, as many as a message holds, and how many more there are. */
function messageOf(due: Shown[]): string {
  const entries = due.map(({ address, alert }) => `${address}\n${alertText(alert, 'zh-CN')}\n${alertText(alert, 'en')}`)
  if (bytesOf(entries) <= MOST_BYTES) return entries.join('\n')
  let room = MOST_BYTES - bytesOf([moreThan(due.length)])
  const first = entries.slice(
    0,
    entries.findIndex((entry) => {
      room -= bytesOf([entry])
      return room < 0
    }),
  )
  return [...first, moreThan(entries.length - first.length)].join('\n')
}

/** With the end of each line. */
function bytesOf(lines: string[]): number {
  return lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0)
}

function moreThan(count: number): string {
  return `${fill(texts.moreAlerts, 'zh-CN', { count })}\n${fill(texts.moreAlerts, 'en', { count })}`
}
