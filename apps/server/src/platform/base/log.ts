import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** Words that never reach a log, at the top of an entry or one and two levels down (money.md B). */
export const SECRET_KEYS = [
  'mobile',
  'smsCode',
  'access_token',
  'refresh_token',
  'auth_code',
  'password',
  'passwords',
  'accessPassword',
  'realName',
  'wallerRealName',
  'authorization',
  'cookie',
  'privateKey',
  'ticket',
  'sign',
] as const

/** Where the database names what it was given: a whole row, a line of JSON, a key. Code and message are enough to find the fault. */
const GIVEN = ['detail', 'where'].flatMap((key) => [`err.${key}`, `err.aggregateErrors[*].${key}`])

const paths = SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`, `*["set-cookie"]`])

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** The program's log: JSON lines on standard output. Queries are never logged: name the route, not its address. */
export function openLog(level: LogLevel, destination?: DestinationStream): Log {
  const options = { level, base: undefined, redact: { paths: [...new Set(paths), ...GIVEN], censor: '[hidden]' } }
  return destination ? pino(options, destination) : pino(options)
}
