const MIB = 2 ** 20

/** How much of one push or archive is taken. Sizes are bytes. */
export type Limits = {
  packBytes: number
  objects: number
  deltaDepth: number
  /** Largest file that is stored. */
  objectBytes: number
  /** Largest base or result of a delta, and largest object that is held in memory. */
  deltaBytes: number
  treeBytes: number
  treeEntries: number
  /** Commits and tags. */
  textBytes: number
  /** Different objects that the trees and commits of one push refer to. */
  links: number
  /** Files of one checkout, counted with every repetition of a folder. */
  files: number
  /** Bytes of one checkout, counted with every repetition of a file. */
  checkoutBytes: number
  /** Entries of one archive; who has more pushes. */
  archiveFiles: number
  pathBytes: number
  pathDepth: number
  commands: number
  refs: number
  /** All that a pack or archive may unfold to: this much, and this many times its own bytes, and never above the ceiling. */
  unfoldedFloor: number
  unfoldedRatio: number
  unfoldedCeiling: number
  /** All that may be read of stored objects while one version is made; bases count each time they are inflated. */
  readBytes: number
  /** How long the work on one version may take once it has come in. */
  workMs: number
  /** A request that is not a pack. */
  requestBytes: number
}

export const LIMITS: Limits = {
  packBytes: 512 * MIB,
  objects: 200_000,
  deltaDepth: 250,
  objectBytes: 100 * MIB,
  deltaBytes: 8 * MIB,
  treeBytes: 4 * MIB,
  treeEntries: 20_000,
  textBytes: MIB,
  links: 400_000,
  files: 100_000,
  checkoutBytes: 2048 * MIB,
  archiveFiles: 20_000,
  pathBytes: 1024,
  pathDepth: 100,
  commands: 200,
  refs: 2_000,
  unfoldedFloor: 32 * MIB,
  unfoldedRatio: 100,
  unfoldedCeiling: 2048 * MIB,
  readBytes: 8192 * MIB,
  workMs: 5 * 60_000,
  requestBytes: 8 * MIB,
}

/** How many bytes something of this size may unfold to. */
export function unfoldedLimit(limits: Limits, bytes: number): number {
  return Math.min(limits.unfoldedCeiling, limits.unfoldedFloor + limits.unfoldedRatio * bytes)
}
