import { requireThat } from '../format/refusal.ts'

export const MAX_LINK_BYTES = 1024

/**
 * How many folders a symbolic link climbs. Beyond its head it may not climb again: behind another link, `..` would
 * lead somewhere else than it reads.
 * @throws GitRefused for a target that is absolute, or climbs later
 */
export function climbOf(target: Buffer): number {
  requireThat(target.length > 0 && target.length <= MAX_LINK_BYTES && !target.includes(0), 'link.too-long')
  const text = target.toString('utf8')
  requireThat(!/^[/~]|^[a-z]:|\\/i.test(text), 'link.outside', text)
  const steps = text.split('/').filter((step) => step !== '' && step !== '.')
  const climb = steps.findIndex((step) => step !== '..')
  if (climb === -1) return steps.length
  requireThat(!steps.slice(climb).includes('..'), 'link.outside', text)
  // What is inside `.git` is not part of the tree.
  requireThat(!steps.some((step) => /^\.git$/i.test(step)), 'link.outside', text)
  return climb
}
