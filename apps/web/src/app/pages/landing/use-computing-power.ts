import { type LiveFigures, useFigures } from './use-figures.ts'

/** What both bodies of the computing landing draw. */
export type ComputingPowerModel = { live: LiveFigures }

/** Model of the computing landing. */
export function useComputingPower(): ComputingPowerModel {
  return { live: useFigures() }
}
