const HEAD = 6
const TAIL = 6

/** An address short enough for a line, with both ends a person compares. */
export function shortAddress(address: string): string {
  return address.length <= HEAD + TAIL + 1 ? address : `${address.slice(0, HEAD)}…${address.slice(-TAIL)}`
}
