const wanted = process.env.TROVE_CRASH_AT
if (wanted && process.env.NODE_ENV === 'production') throw new Error('TROVE_CRASH_AT is refused in production')

/**
 * Ends the process without any cleanup when TROVE_CRASH_AT names this point. Kill tests use it to prove that every step
 * of money may be the last one. Does nothing otherwise.
 */
export function crashPoint(name: string): void {
  if (wanted === name) process.kill(process.pid, 'SIGKILL')
}
