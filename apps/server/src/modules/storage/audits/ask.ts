import { AUDIT_OUTCOMES, type AuditOutcome } from '@trove/contract/storage/audits'
import { z } from 'zod'
import type { StorageNeeds } from '../model/needs.ts'
import { ANSWER_MS } from '../nodes/frame-wish.ts'
import { PASSAGE_HEADER, passageOf, samplePath } from '../nodes/passage.ts'
import { findLine } from '../nodes/store-lines.ts'
import type { Sample } from './store.ts'

/** The gateway waits as long for a node that is busy, and then as long for its answer. */
const LIMIT_MS = 2 * ANSWER_MS + 1000
const Answer = z.object({ data: z.object({ outcome: z.enum(AUDIT_OUTCOMES) }) })

type Needs = Pick<StorageNeeds, 'db' | 'sealer' | 'log'>

/** Has the gateway process that holds a node's connection ask for a frame, as it does for a reader. Where that one fails, nothing is known. */
export async function askOnce({ db, sealer, log }: Needs, sample: Sample): Promise<AuditOutcome> {
  const { account, frameCid } = sample
  const url = await findLine(db, account)
  if (!url) return 'absent'
  const path = samplePath(account, sample, frameCid)
  try {
    const answer = await fetch(url + path, {
      headers: { [PASSAGE_HEADER]: passageOf(sealer, path).toString('hex') },
      signal: AbortSignal.timeout(LIMIT_MS),
      redirect: 'error',
    })
    return Answer.parse(await answer.json()).data.outcome
  } catch (error) {
    log.warn({ err: error, url }, 'a sample could not be taken: the storage gateway does not answer')
    return 'unknown'
  }
}

const isQuiet = (outcome: AuditOutcome) => outcome === 'absent' || outcome === 'silent'

/** Asks many nodes for a frame each. One that is not connected, or says nothing, is asked once more after all the others. */
export async function askAll(needs: Needs, samples: readonly Sample[]): Promise<AuditOutcome[]> {
  const first = await Promise.all(samples.map((sample) => askOnce(needs, sample)))
  return await Promise.all(first.map((outcome, i) => (isQuiet(outcome) ? askOnce(needs, samples[i]!) : outcome)))
}
