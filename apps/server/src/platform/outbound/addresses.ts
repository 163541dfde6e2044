import { BlockList, isIP } from 'node:net'

/** IPv4 ranges that are not public hosts (IANA special registry): first address and prefix length. */
export const REFUSED_IPV4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** Of IPv6 only this is given to public hosts, less the ranges below it. */
const GLOBAL_IPV6: [string, number] = ['2000::', 3]
const REFUSED_IPV6: [string, number][] = [
  // Protocol assignments with Teredo, documentation, 6to4 and the wider documentation range.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const refused = new BlockList()
for (const [first, bits] of REFUSED_IPV4) refused.addSubnet(first, bits, 'ipv4')
for (const [first, bits] of REFUSED_IPV6) refused.addSubnet(first, bits, 'ipv6')
const globalIpv6 = new BlockList()
globalIpv6.addSubnet(...GLOBAL_IPV6, 'ipv6')

/** Whether an IP address, as a lookup gives it, is that of a public host. Text that is no address is not. */
export function isGlobalAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !refused.check(address, 'ipv4')
  return family === 6 && globalIpv6.check(address, 'ipv6') && !refused.check(address, 'ipv6')
}
