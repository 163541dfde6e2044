type Details = { err?: unknown; error?: unknown }

/** What Chopsticks calls its logger; see lean-chopsticks.ts. */
const logger = {
  level: 'warn',
  child: () => logger,
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: print,
  error: print,
}

export const pino = () => logger

function print(details: Details | string, text = ''): void {
  const cause = typeof details === 'string' ? details : (details.err ?? details.error ?? '')
  console.error(`chopsticks: ${text} ${cause instanceof Error ? cause.message : String(cause)}`.trimEnd())
}
