/** Tests of kills die at every step; otherwise at those that are hardest to go on from. */
export const DIES_EVERYWHERE = process.env.CRASH_ALL === '1'

/** The steps a test of kills dies at: with `CRASH_ALL=1` all of them. */
export function stepsOf<Step>(all: readonly Step[], hardest: readonly NoInfer<Step>[]): readonly Step[] {
  return DIES_EVERYWHERE ? all : hardest
}
