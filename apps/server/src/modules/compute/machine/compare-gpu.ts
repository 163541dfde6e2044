import type { MeasuredGpu } from './measure-gpu.ts'

/** GPUs as a seller declared them: `model` is the English name of the option, `vramSize` GB of each. */
export type DeclaredGpu = { model: string; count: number; vramSize: number }

/** Drivers keep a part of the memory: so far below the declared figure a measured one may lie. */
const VRAM_SHORTFALL = 0.1

/** A GPU that was declared and not found is not there: the machine is not what its seller says. */
export function isGpuAsDeclared(declared: DeclaredGpu, measured: MeasuredGpu | null): boolean {
  if (!measured || measured.count < declared.count) return false
  return measured.vramSize >= declared.vramSize * (1 - VRAM_SHORTFALL) && isSameGpu(declared.model, measured.model)
}

/** Words that make another, often a slower GPU of a name: those of the option and of the machine must be the same. */
const VARIANTS = ['ti', 'super', 'd', 'v2', 'laptop', 'mobile', 'max', 'q', 'ada', 'mig']

/** Whether an option is for whatever the others do not name. */
export const isRestOfGpus = (option: string) => /^Other\b/.test(option)

/** Whether an option such as `RTX 4090` or `A100` names the model the driver reports, such as `A100-SXM4-80GB`. */
export function isSameGpu(option: string, model: string): boolean {
  if (isRestOfGpus(option)) return true
  const [wanted, found] = [wordsOf(option), wordsOf(model)]
  const hasVariant = (word: string) => wanted.includes(word) === found.includes(word)
  return wanted.every((word) => found.includes(word)) && VARIANTS.every(hasVariant)
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? []
}
