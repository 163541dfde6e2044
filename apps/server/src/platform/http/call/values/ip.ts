import { isIPv6 } from 'node:net'

const LOOPBACK = /^(127\.|::1$)/

/** The caller's address in its plain form: IPv4 written inside IPv6 becomes IPv4. */
export function plainIp(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address
}

/** What a limit counts by: an IPv4 address, or the /64 an IPv6 network gives to one customer. */
export function ipBucket(address: string): string {
  const ip = plainIp(address)
  if (!isIPv6(ip)) return ip
  const [head = '', tail = ''] = (ip.split('%')[0] ?? '').split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const gap = ip.includes('::') ? Array(Math.max(0, 8 - left.length - right.length)).fill('0') : []
  const words = [...left, ...gap, ...right].slice(0, 4).map((word) => Number.parseInt(word, 16).toString(16))
  return `${words.join(':')}::/64`
}

/** Whether the peer sits on this machine. */
export function isLoopback(address: string | undefined): boolean {
  return address !== undefined && LOOPBACK.test(plainIp(address))
}

/** Whether the caller is the person at this machine: in the embedded world loopback callers are not limited as a network. */
export function ownPerson(isEmbedded: boolean): (ip: string) => boolean {
  return (ip) => isEmbedded && isLoopback(ip)
}
