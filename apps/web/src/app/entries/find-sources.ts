import { codeFinds } from '../../features/code/finds.ts'
import { computeFinds } from '../../features/compute/list/finds.ts'
import { talentFinds } from '../../features/talent/experts/finds.ts'
import type { FindSource } from '../../market/palette/face.ts'

/** The markets whose goods the palette finds. */
export const findSources: readonly FindSource[] = [computeFinds, codeFinds, talentFinds]
