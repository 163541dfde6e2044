import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { REFRESH_DAYS } from './rules.ts'

const DAY_SECONDS = 24 * 3600
const DEVICE_DAYS = 365

/**
 * The two cookies of a browser, both HttpOnly: the refresh token, sent to the sign-in address alone, and the secret by which
 * a number knows the device again, sent there and to where codes are asked for.
 */
export function createCookies({ product, isSecure }: { product: string; isSecure: boolean }) {
  const refresh = `${product}_refresh`
  const device = `${product}_device`
  const center = `/api/new_gateway/${product}-sso-authcenter`
  const options: CookieSerializeOptions = {
    path: `${center}/oauth/token`,
    httpOnly: true,
    secure: isSecure,
    sameSite: 'lax',
  }
  const read = (request: FastifyRequest, name: string) => request.cookies[name]
  const set = (reply: FastifyReply, name: string, value: string, maxAge: number) =>
    reply.setCookie(name, value, { ...options, maxAge })
  return {
    /** Whether the site's own pages call: they keep the refresh token in the cookie and never see it. */
    isWeb: (request: FastifyRequest) => request.headers['x-trove-client'] === 'web',
    readRefresh: (request: FastifyRequest) => read(request, refresh),
    setRefresh: (reply: FastifyReply, token: string) => set(reply, refresh, token, REFRESH_DAYS * DAY_SECONDS),
    clearRefresh: (reply: FastifyReply) => set(reply, refresh, '', 0),
    readDevice: (request: FastifyRequest) => read(request, device),
    setDevice(reply: FastifyReply, secret: string) {
      set(reply, device, secret, DEVICE_DAYS * DAY_SECONDS)
      reply.setCookie(device, secret, { ...options, path: `${center}/sms`, maxAge: DEVICE_DAYS * DAY_SECONDS })
    },
  }
}

export type Cookies = ReturnType<typeof createCookies>
