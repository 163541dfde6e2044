import { type NoticeTopic, TEXTS_A_DAY } from '@trove/contract/notices/topics'
import type { Db, Tx } from '../../platform/db/handle.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import * as store from './choices.ts'

const SWEEP = 'notices.texts'
const SWEEP_SECONDS = 15
const BATCH = 50
/** After so many the fault is not of single texts. */
const MOST_FAILED = 1000

export type NoticeText = { kind: 'notice'; topic: NoticeTopic; language: 'zh-CN' | 'en' }
/** Port: sends a text to a person's own number, once the transaction commits. */
export type TellPhone = (tx: Tx, userId: string, message: NoticeText) => Promise<void>

/**
 * Hands notices over as text messages to those who chose them. A text is taken and handed over in one transaction, so each
 * goes at most once; more than so many a day are left to the notices in the app.
 */
export function sendTextsBy({ db, jobs }: { db: Db; jobs: Pick<Jobs, 'every'> }, tellPhone: TellPhone): void {
  jobs.every(SWEEP, SWEEP_SECONDS, async () => {
    await store.forgetTexts(db)
    // Those that fail stop no other; they are tried again for a day.
    const failed = new Map<string, unknown>()
    for (;;) {
      const waiting = await store.listWaiting(db, BATCH, [...failed.keys()])
      if (waiting.length === 0) break
      const tell = (text: store.WaitingText) =>
        hand(db, text, tellPhone).catch((error: unknown) => void failed.set(text.noticeId, error))
      await Promise.all(waiting.map(tell))
      if (failed.size >= MOST_FAILED) break
    }
    for (const error of failed.values()) throw error
  })
}

async function hand(db: Db, text: store.WaitingText, tellPhone: TellPhone): Promise<void> {
  await inTransaction(db, async (tx) => {
    const taken = await store.takeText(tx, text)
    if (!taken) return
    const { choice } = taken
    const isWanted = choice?.topics.includes(text.topic) && (await store.countToday(tx, text.userId)) <= TEXTS_A_DAY
    if (!choice || !isWanted) await store.dropText(tx, text.noticeId)
    else await tellPhone(tx, text.userId, { kind: 'notice', topic: text.topic, language: choice.language })
  })
}
