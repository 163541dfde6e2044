/** One demo machine of its own process, so that journeys do not fight over the world's own. */
export type MachineFacts = { host: string; port: number; username: string; password: string; infoPort: number }

/**
 * Small machines that all live in one process: enough of one size that their prices are advice for the next one. Only the
 * relay reaches the one without an address.
 */
export const FLEET = [
  ...Array.from({ length: 6 }, (_, i) => ({ name: `like-${i}`, cores: 2, ramGb: 4, diskGb: 40 + i, hasAddress: true })),
  { name: 'hidden', cores: 2, ramGb: 4, diskGb: 50, hasAddress: false },
]

/** Where the world of a run is; made by the start, given to every journey. */
export type WorldFacts = {
  site: string
  cashier: string
  /** The chain's WebSocket. */
  chain: string
  dataDir: string
  databaseUrl: string
  chromium: string
  /** Screenshots and traces of what failed. */
  evidenceDir: string
  /** Machines beside the world's own; each journey takes one by its number. */
  machines: MachineFacts[]
  /** Where the machines of `FLEET` are listed with their logins as they are now. */
  fleetUrl: string
}

declare module 'vitest' {
  interface ProvidedContext {
    world: WorldFacts
  }
}
