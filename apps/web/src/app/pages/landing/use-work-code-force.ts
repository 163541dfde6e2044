/** The code landing draws nothing of the server's yet: its market comes later. */
export type WorkCodeForceModel = Record<string, never>

/** Model of the code landing. */
export function useWorkCodeForce(): WorkCodeForceModel {
  return {}
}
