import type { NodeQuestion } from '@trove/contract/storage/node'

/** What is asked of a node. */
export type FrameWish = Omit<NodeQuestion, 'number'>

/** So long a node has for its answer. */
export const ANSWER_MS = 15_000
