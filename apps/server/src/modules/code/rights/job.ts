import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { type AnchorNeeds, anchorWaiting, watchContests } from './anchoring.ts'

const SWEEP_SECONDS = 30
const WATCH_SECONDS = 600
/** Blocks are waited for. */
const SLOW = { lane: 'slow' } as const

/** Anchors the versions of published works in their authors' names, in the background. */
export function defineAnchoring({ jobs, ...needs }: AnchorNeeds & { jobs: Jobs }): void {
  jobs.every('code.anchor', SWEEP_SECONDS, () => anchorWaiting(needs), SLOW)
  jobs.every('code.watch-contests', WATCH_SECONDS, () => watchContests(needs), SLOW)
}
