import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { type AnchorNeeds, anchorWaiting, watchContests } from './anchoring.ts'
import { followAuthors } from './own.ts'

const SWEEP_SECONDS = 30
const WATCH_SECONDS = 600
/** A block comes every six. */
const FOLLOW_SECONDS = 10
/** Blocks are waited for. */
const SLOW = { lane: 'slow' } as const

/** Anchors the versions of published works in their authors' names, and follows authors who do it themselves. */
export function defineAnchoring({ jobs, ...needs }: AnchorNeeds & { jobs: Jobs }): void {
  jobs.every('code.anchor', SWEEP_SECONDS, () => anchorWaiting(needs), SLOW)
  jobs.every('code.follow-authors', FOLLOW_SECONDS, () => followAuthors(needs), SLOW)
  jobs.every('code.watch-contests', WATCH_SECONDS, () => watchContests(needs), SLOW)
}
