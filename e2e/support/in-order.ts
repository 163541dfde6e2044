import type { TestContext } from 'vitest'

const broken = new Set<string>()

/** For steps that build on each other (`beforeEach(inOrder)`): once one failed, the rest of its group is skipped. */
export function inOrder({ task, skip, onTestFailed }: TestContext): void {
  const group = task.suite?.id ?? task.file.id
  if (broken.has(group)) skip('a step before it failed')
  onTestFailed(() => void broken.add(group))
}
