/** Both bodies of the code landing draw the same parts, which ask for what they show. */
export type WorkCodeForceModel = Record<string, never>

/** Model of the code landing. */
export function useWorkCodeForce(): WorkCodeForceModel {
  return {}
}
