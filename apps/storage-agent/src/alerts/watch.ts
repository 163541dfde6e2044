import type { Log } from '../log/log.ts'
import { alertText } from '../page/alert-text.ts'
import type { Alert, Snapshot } from '../page/snapshot.ts'

type Options = { look: () => Promise<Snapshot[]>; send: (text: string) => Promise<void>; log: Log }

/** One line of the page's box is one thing, whatever its figures have become. */
const nameOf = (address: string, alert: Alert) => `${address} ${alert.kind} ${'order' in alert ? alert.order : ''}`

/**
 * Tells of what needs a person: once of each thing, when two looks in a row have shown it, and again only after it was gone. What
 * could not be sent is sent with the next look.
 * @returns one look, to be repeated; it never fails
 */
export function watchAlerts({ look, send, log }: Options): () => Promise<void> {
  let before = new Set<string>()
  let told = new Set<string>()

  return async function once(): Promise<void> {
    const shown = (await look()).flatMap(({ address, alerts }) =>
      alerts.map((alert) => ({ address, alert, name: nameOf(address, alert) })),
    )
    const names = new Set(shown.map(({ name }) => name))
    told = new Set([...told].filter((name) => names.has(name)))
    const due = shown.filter(({ name }) => before.has(name) && !told.has(name))
    before = names
    if (due.length === 0) return
    const lines = due.flatMap(({ address, alert }) => [`${address}`, alertText(alert, 'zh-CN'), alertText(alert, 'en')])
    try {
      await send(lines.join('\n'))
      for (const { name } of due) told.add(name)
      log('info', 'alert.sent', { count: due.length })
    } catch (error) {
      log('warn', 'alert.failed', { reason: (error as Error).message })
    }
  }
}
