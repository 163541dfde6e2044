/** What a request asks of a file's bytes: all of them, some, or some there are not. Places include the last one. */
export type Asked = 'all' | 'none' | { start: number; end: number }

/**
 * Reads `Range` as RFC 9110 (section 14) says: one range of bytes; what is malformed, or asks for several, counts as not
 * said. With `If-Range` it counts only for the very bytes it names.
 */
export function readRange(bytes: number, etag: string, range: string | undefined, ifRange: string | undefined): Asked {
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return 'all'
  const found = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range)
  const [, first = '', last = ''] = found ?? []
  if (first === '' && last === '') return 'all'
  if (first === '') return suffix(bytes, Number(last))
  const [start, end] = [Number(first), last === '' ? bytes - 1 : Number(last)]
  if (last !== '' && end < start) return 'all'
  return start < bytes ? { start, end: Math.min(end, bytes - 1) } : 'none'
}

function suffix(bytes: number, length: number): Asked {
  return length === 0 || bytes === 0 ? 'none' : { start: Math.max(0, bytes - length), end: bytes - 1 }
}
