/** One line of the log: what happened, and what about. */
export type LogFields = Record<string, string | number | boolean | undefined>
export type Level = 'info' | 'warn' | 'error'
export type Log = (level: Level, event: string, fields?: LogFields) => void

/** Writes each line as JSON with the machine's own time, which nothing but people reads. */
export function createLog(write: (line: string) => void, common: LogFields = {}): Log {
  return (level, event, fields = {}) =>
    write(JSON.stringify({ at: new Date().toISOString(), level, event, ...common, ...fields }))
}
