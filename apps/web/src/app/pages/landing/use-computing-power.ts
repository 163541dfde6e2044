import { type Figures, useFigures } from '../../../lib/calls/figures.ts'

/** What both bodies of the computing landing draw. */
export type ComputingPowerModel = { figures: Figures | undefined }

/** Model of the computing landing. */
export function useComputingPower(): ComputingPowerModel {
  return { figures: useFigures() }
}
