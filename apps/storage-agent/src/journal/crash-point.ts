const wanted = process.env.AGENT_CRASH_AT
if (wanted && process.env.NODE_ENV === 'production') throw new Error('AGENT_CRASH_AT is refused in production')

/** Ends the process without any cleanup when AGENT_CRASH_AT names this point, for tests of kills. Does nothing otherwise. */
export function crashPoint(name: string): void {
  if (wanted === name) process.kill(process.pid, 'SIGKILL')
}
