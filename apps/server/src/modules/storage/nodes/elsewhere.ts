import type { Bytes } from '@trove/stored-file/bytes'
import { isBlockOf } from '@trove/stored-file/reading'
import { brieflyKeptEach } from '../../../platform/base/briefly-kept.ts'
import type { StorageNeeds } from '../model/needs.ts'
import { ANSWER_MS, type FrameWish } from './frame-wish.ts'
import { PASSAGE_HEADER, passageOf, passagePath } from './passage.ts'
import { findLine, forgetLine, type HeldLine, noteLine, repeatLines } from './store-lines.ts'

/** The other process waits as long for a node that is busy, and then as long for its answer. */
const LIMIT_MS = 2 * ANSWER_MS + 1000
/** Where a node is connected is asked once in so long. */
const FRESH_MS = 1000
const MOST_KEPT = 10_000
/** A process that could not be reached is asked nothing for so long; its nodes come back to another one. */
const LEFT_ALONE_MS = 5000

type Needs = Pick<StorageNeeds, 'db' | 'sealer' | 'log'>

/** The nodes that are connected to other processes of the gateway: which one holds each is in the database. */
export function createElsewhere({ db, sealer, log }: Needs, ownUrl: () => string) {
  const holderOf = brieflyKeptEach((account: string) => findLine(db, account), {
    ...{ freshMs: FRESH_MS, most: MOST_KEPT },
    keyOf: (account) => account,
  })
  const leftAlone = new Map<string, number>()
  let last = Promise.resolve()
  // Of a line that stands in no row nobody reads from elsewhere, until it is repeated. One after another: a line that was
  // forgotten is not written down again by a repetition that began before.
  const inBackground = (work: () => Promise<void>) => {
    last = last
      .then(work)
      .catch((error) => log.warn({ err: error }, 'the lines of storage nodes could not be written down'))
  }

  async function ask(url: string, path: string): Promise<Bytes | undefined> {
    const answer = await fetch(url + path, {
      headers: { [PASSAGE_HEADER]: passageOf(sealer, path).toString('hex') },
      signal: AbortSignal.timeout(LIMIT_MS),
      redirect: 'error',
    })
    const bytes = new Uint8Array(await answer.arrayBuffer())
    return answer.ok ? bytes : undefined
  }

  return {
    note: (held: HeldLine) => inBackground(() => noteLine(db, { ...held, url: ownUrl() })),
    forget: (line: string) => inBackground(() => forgetLine(db, line)),
    /** Writes down again what is held by then. */
    repeat(held: () => HeldLine[]): void {
      inBackground(async () => {
        const lines = held()
        if (lines.length > 0) await repeatLines(db, lines, ownUrl())
      })
    },
    /** A frame from a node through the process that it is connected to; undefined when none gives it now. Never an error. */
    async read(account: string, wish: FrameWish, frameCid: string): Promise<Bytes | undefined> {
      const url = await holderOf(account).catch(() => undefined)
      // A row of our own whose line is gone leads to ourselves.
      if (!url || url === ownUrl() || (leftAlone.get(url) ?? 0) > performance.now()) return undefined
      try {
        const bytes = await ask(url, passagePath(account, wish, frameCid))
        return bytes && (await isBlockOf(frameCid, bytes)) ? bytes : undefined
      } catch (error) {
        leftAlone.set(url, performance.now() + LEFT_ALONE_MS)
        log.warn({ err: error, url }, 'another process of the storage gateway cannot be reached')
        return undefined
      }
    },
  }
}

export type Elsewhere = ReturnType<typeof createElsewhere>
