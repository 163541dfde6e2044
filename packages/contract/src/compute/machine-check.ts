/** What the machine check decides. Pure: the browser reads it without any schema. */

export const VERIFICATION_STATES = ['pending', 'verified', 'differs', 'unreachable'] as const

/**
 * Whether what the check found lets a machine be sold: it is what was declared, or only its system is another one, which
 * the card shows and which takes none of the declared power away. Understated and unreachable machines cannot be sold.
 */
export function allowsSale(check: {
  state: (typeof VERIFICATION_STATES)[number]
  differing: readonly string[]
}): boolean {
  return (
    check.state === 'verified' ||
    (check.state === 'differs' && check.differing.every((fact) => fact === 'operationSystem'))
  )
}
