/** One demo machine of its own process, so that journeys do not fight over the world's own. */
export type MachineFacts = { host: string; port: number; username: string; password: string; infoPort: number }

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
}

declare module 'vitest' {
  interface ProvidedContext {
    world: WorldFacts
  }
}
