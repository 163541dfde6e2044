import type { Block } from '@acala-network/chopsticks-core'
import { LRUCache } from 'lru-cache'

/** As much text as is kept: the metadata of a runtime is some hundred thousand characters, a view some thousand. */
const KEPT_CHARS = 8_000_000

/** What a call into the runtime ends with. */
export type Answer = Awaited<ReturnType<Block['call']>>

export type Answers = {
  /** The answer under a key, asked for once however many want it meanwhile. @throws what asking fails with; that is not kept */
  of(key: string, ask: () => Promise<Answer>): Promise<Answer>
}

/**
 * What the runtime has answered lately. It answers the same about the same block, and each question costs the executor a
 * reading of the whole runtime; storage nodes, wallets and the site ask the same of every block.
 */
export function keepAnswers(): Answers {
  const kept = new LRUCache<string, Answer, () => Promise<Answer>>({
    maxSize: KEPT_CHARS,
    sizeCalculation: (answer, key) => key.length + JSON.stringify(answer).length,
    // Whoever asked is answered, also where there is no room left to keep it.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => context(),
  })
  return { of: (key, ask) => kept.forceFetch(key, { context: ask }) }
}
