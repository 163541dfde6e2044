import { REFUSED_IPV4 } from '../../../platform/outbound/addresses.ts'
import type { MachineAddress } from './machine.ts'

const dottedDecimal = /^(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})$/

/**
 * Reads an IPv4 address in strict dotted decimal: four parts of 0 to 255 in plain digits, no leading zero (some
 * systems read those as octal), no short, hex, integer or IPv6 form, no space. Returns its number, or undefined.
 */
export function parseIpv4(text: string): number | undefined {
  const parts = dottedDecimal.exec(text)?.slice(1).map(Number)
  if (!parts || parts.some((part) => part > 255)) return undefined
  return parts.reduce((sum, part) => sum * 256 + part, 0)
}

/** Whether an address (its number) belongs to no private, local, reserved or multicast range. */
export function isGlobalIpv4(address: number): boolean {
  return !REFUSED_IPV4.some(([first, prefixBits]) => {
    const sizeOfRange = 2 ** (32 - prefixBits)
    return Math.floor(address / sizeOfRange) === Math.floor(parseIpv4(first)! / sizeOfRange)
  })
}

/** The relays' own address, and the ports at which they give machines one. */
export type RelayRange = { host: string; firstPort: number; lastPort: number }

/** Whether this is the address of a machine that is reached through a relay: its seller's alone (relay/agents.ts). */
export function isRelayed({ host, port }: MachineAddress, relay: RelayRange | undefined): boolean {
  return relay !== undefined && host === relay.host && port >= relay.firstPort && port <= relay.lastPort
}

/**
 * Whether the server may connect to an address: a global one, one that stands with exactly this port on the allow list
 * (the demo machine), or a relayed one; of the relays' own address no other port. Decides by the text alone; the caller
 * connects to this very text, without a lookup.
 */
export function isAddressAllowed(
  address: MachineAddress,
  allowList: readonly MachineAddress[],
  relay?: RelayRange,
): boolean {
  const { host, port } = address
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return false
  const number = parseIpv4(host)
  if (number === undefined) return false
  if (allowList.some((allowed) => allowed.host === host && allowed.port === port)) return true
  return host === relay?.host ? isRelayed(address, relay) : isGlobalIpv4(number)
}
