const EXTENSION = /^(chrome|moz|safari-web)-extension:$/
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * Whether a page may connect. Programs that are no browsers name no origin. Nothing here is secret, but a page from
 * anywhere could keep the chain busy.
 */
export function isAllowedOrigin(origin: string | undefined, given: string[]): boolean {
  if (origin === undefined || given.includes(origin)) return true
  if (!URL.canParse(origin)) return false
  const { protocol, hostname } = new URL(origin)
  return EXTENSION.test(protocol) || LOOPBACK_HOST.test(hostname)
}
