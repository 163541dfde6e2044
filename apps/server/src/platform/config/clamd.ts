import { z } from 'zod'

/** Where the daemon that looks for malware listens: `unix:/run/clamav/clamd.ctl`, or `host:port`. Without it nothing does. */

const UNIX = /^unix:(\/.+)$/
const TCP = /^([A-Za-z0-9.-]{1,253}|\[[0-9a-fA-F:]+\]):(\d{1,5})$/

export const clamdEnvironment = {
  CLAMD: z
    .string()
    .transform((text, context) => {
      const path = UNIX.exec(text)?.[1]
      if (path) return { path }
      const [, host, port] = TCP.exec(text) ?? []
      if (host && Number(port) >= 1 && Number(port) <= 65_535)
        return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
      context.addIssue({ code: 'custom', message: 'must be unix:/path or host:port' })
      return z.NEVER
    })
    .optional(),
}
