import { unreadable } from './answer.ts'

const FORBIDDEN_KEYS = ['__proto__', 'constructor', 'prototype'] as const

/** @throws ContractError when percent escapes are broken or hide a NUL */
export function assertEscapes(text: string, part: string): void {
  if (!text.includes('%')) return
  if (text.includes('%00')) throw unreadable(part, 'NUL character')
  try {
    decodeURIComponent(text)
  } catch {
    throw unreadable(part, 'broken percent escapes')
  }
}

/** @throws ContractError when a key comes twice or is one of the language's own */
export function assertFlat(values: Record<string, unknown>, part: string): void {
  for (const key of FORBIDDEN_KEYS) if (Object.hasOwn(values, key)) throw unreadable(part, 'forbidden name')
  for (const key in values)
    if (typeof values[key] !== 'string') throw unreadable(key.slice(0, 60), 'given more than once')
}
